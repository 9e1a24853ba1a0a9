import type { ProposalSettings } from '../../../compiled/settings/store-settings.ts';
import type { ProposalLink } from '../../../runtime/ports/proposals.ts';
import { webAddress } from './review-link.ts';

export interface PullRequest {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

/** In milliseconds. */
const timeoutMs = 15_000;

/**
 * Opens a pull request by the API of GitHub, or finds the one that is open for the branch; undefined if the host does
 * not do that, since the branch is there and a person can open it.
 */
export async function openPullRequest(
  settings: ProposalSettings,
  token: string,
  { branch, title, body }: PullRequest,
): Promise<ProposalLink | undefined> {
  const address = webAddress(settings.remote);
  if (!address) return undefined;
  const repository = address.pathname.slice(1);
  const pulls = `${apiOf(settings, address)}/repos/${repository}/pulls`;
  const asked = { title, body, head: branch, base: settings.base, maintainer_can_modify: true };
  const made = await ask(pulls, token, 'POST', asked);
  const [owner = ''] = repository.split('/');
  const query = new URLSearchParams({ head: `${owner}:${branch}`, state: 'open' });
  const found = linkIn(made) ?? linkIn(firstOf(await ask(`${pulls}?${query.toString()}`, token, 'GET')));
  return found === undefined ? undefined : { kind: 'review', url: found };
}

function apiOf({ apiUrl }: ProposalSettings, address: URL): string {
  if (apiUrl !== undefined) return apiUrl.replace(/\/$/, '');
  return address.hostname === 'github.com' ? 'https://api.github.com' : `${address.origin}/api/v3`;
}

function firstOf(listed: unknown): unknown {
  return Array.isArray(listed) ? listed[0] : undefined;
}

function linkIn(answer: unknown): string | undefined {
  const { html_url: url } = (answer ?? {}) as { readonly html_url?: unknown };
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : undefined;
}

/** Undefined if the host does not answer as documented; its answer may contain what is not for users. */
async function ask(url: string, token: string, method: 'GET' | 'POST', body?: object): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method,
      // A redirect could send the token to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return answer.ok ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
