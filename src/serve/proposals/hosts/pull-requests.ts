import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import { requestHost, HostError, type HostAccess } from './request-host.ts';
import type { NewReview, Review } from './review-host.ts';

/** A pull request in the APIs of GitHub, Gitea and Forgejo. */
interface PullRequest {
  readonly html_url: string;
  readonly state: string;
  readonly merged_at?: string | null;
  readonly closed_at?: string | null;
  readonly head: Side;
  readonly base: Side;
}

interface Side {
  readonly ref: string;
  /** Null if the fork was deleted. */
  readonly repo?: { readonly full_name: string } | null;
}

/**
 * The reviews on a page of pull requests. Pull requests from forks are skipped: anybody could create a branch of the
 * same name there.
 */
export function readPullRequests(entries: readonly unknown[], base: string): readonly Review[] {
  return entries.filter(isPullRequest).flatMap((entry) => {
    const from = entry.head.repo?.full_name;
    const isOwn = typeof from === 'string' && from === entry.base.repo?.full_name;
    return isOwn && entry.base.ref === base ? [toReview(entry)] : [];
  });
}

function toReview({
  html_url: url,
  state,
  merged_at,
  closed_at,
  head: { ref: branch },
}: PullRequest): Review {
  if (state === 'open') return { branch, url, state };
  const isMerged = typeof merged_at === 'string';
  const endedAt = Date.parse((isMerged ? merged_at : closed_at) ?? '');
  return { branch, url, state: isMerged ? 'merged' : 'closed', endedAt };
}

function isPullRequest(entry: unknown): entry is PullRequest {
  const { html_url: url, head, base } = (entry ?? {}) as Partial<PullRequest>;
  return isWebPage(url) && typeof head?.ref === 'string' && typeof base?.ref === 'string';
}

/** Whether a host's link is a web page. Any other link, such as `javascript:`, would run in the page that shows it. */
export function isWebPage(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//.test(url);
}

/** Opens a pull request, unless `find` finds one before or after the attempt. Rejects with a HostError. */
export async function openPullRequest(
  pulls: string,
  access: HostAccess,
  { branch, title, body }: NewReview,
  { base, find }: Pick<ProposalSettings, 'base'> & { readonly find: () => Promise<Review | undefined> },
): Promise<Review> {
  const present = await find();
  if (present) return present;
  try {
    const made = await requestHost(pulls, access, { title, body, head: branch, base });
    const [review] = readPullRequests([made], base);
    if (review) return review;
    throw new HostError({ problem: 'request_refused' });
  } catch (error) {
    const meanwhile = isRefusal(error) ? await find() : undefined;
    if (meanwhile) return meanwhile;
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof HostError && error.problem.problem === 'request_refused';
}

/** Returns the review of a branch in a list of open reviews; undefined if there is none. */
export async function findOpen(
  pages: AsyncIterable<readonly Review[]>,
  branch: string,
): Promise<Review | undefined> {
  for await (const reviews of pages) {
    const found = reviews.find((one) => one.branch === branch);
    if (found) return found;
  }
  return undefined;
}
