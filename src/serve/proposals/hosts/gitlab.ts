import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import { requestPages, tokenIn } from './request-host.ts';
import { isWebPage } from './pull-requests.ts';
import type { Review, ReviewHost } from './review-host.ts';
import { webAddress } from './review-link.ts';

/** A merge request in GitLab's API. */
interface MergeRequest {
  readonly web_url: string;
  readonly state: 'opened' | 'closed' | 'locked' | 'merged';
  readonly merged_at?: string | null;
  readonly closed_at?: string | null;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly source_project_id: number;
  readonly target_project_id: number;
}

/** The API of GitLab, where the push itself opens merge requests; undefined if the remote is not on a host. */
export function gitlabHost(settings: ProposalSettings, secret: string): ReviewHost | undefined {
  const address = webAddress(settings);
  if (!address) return undefined;
  const api = settings.apiUrl?.replace(/\/$/, '') ?? `${address.origin}/api/v4`;
  const project = encodeURIComponent(address.pathname.slice(1));
  const headers = { authorization: `Bearer ${tokenIn(secret)}` };
  return {
    list: async function* list(state, signal) {
      const query = new URLSearchParams({
        state: state === 'open' ? 'opened' : 'all',
        target_branch: settings.base,
        order_by: 'updated_at',
        per_page: '100',
      });
      const url = `${api}/projects/${project}/merge_requests?${query.toString()}`;
      for await (const entries of requestPages(url, { headers, signal }))
        yield entries.flatMap((entry) => toReviews(entry, settings.base));
    },
  };
}

/**
 * Returns the review, or none for a merge request from a fork, in which anybody could create a branch of the same name.
 */
function toReviews(entry: unknown, base: string): readonly Review[] {
  const read = (entry ?? {}) as Partial<MergeRequest>;
  const { web_url: url, source_branch: branch, state, merged_at, closed_at } = read;
  const isOwn = read.source_project_id === read.target_project_id && read.target_branch === base;
  if (!isWebPage(url) || typeof branch !== 'string' || !isOwn) return [];
  if (state !== 'merged' && state !== 'closed') return [{ branch, url, state: 'open' }];
  return [{ branch, url, state, endedAt: Date.parse((state === 'merged' ? merged_at : closed_at) ?? '') }];
}
