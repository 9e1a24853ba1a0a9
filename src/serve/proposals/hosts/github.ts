import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import { requestHost, requestPages, type HostAccess, tokenIn } from './request-host.ts';
import { openPullRequest, readPullRequests } from './pull-requests.ts';
import type { NewReview, ReviewHost } from './review-host.ts';
import { webAddress } from './review-link.ts';

/** The API of github.com or of a GitHub Enterprise Server; undefined if the remote is not on a host. */
export function githubHost(settings: ProposalSettings, secret: string): ReviewHost | undefined {
  const address = webAddress(settings);
  if (!address) return undefined;
  const repository = address.pathname.slice(1);
  const pulls = `${apiOf(settings, address)}/repos/${repository}/pulls`;
  const { base } = settings;
  const accessBy = (signal: AbortSignal): HostAccess => ({ headers: headersOf(secret), signal });
  const find = async ({ branch }: NewReview, signal: AbortSignal) => {
    const [owner = ''] = repository.split('/');
    const query = new URLSearchParams({ state: 'open', head: `${owner}:${branch}`, base });
    const entries = await requestHost(`${pulls}?${query.toString()}`, accessBy(signal));
    return readPullRequests(Array.isArray(entries) ? entries : [], base)[0];
  };
  return {
    open: (review, signal) =>
      openPullRequest(pulls, accessBy(signal), review, { base, find: () => find(review, signal) }),
    list: async function* list(state, signal) {
      const query = new URLSearchParams({
        state: state === 'open' ? 'open' : 'closed',
        base,
        sort: 'updated',
        direction: 'desc',
        per_page: '100',
      });
      for await (const entries of requestPages(`${pulls}?${query.toString()}`, accessBy(signal)))
        yield readPullRequests(entries, base);
    },
  };
}

function headersOf(secret: string): HostAccess['headers'] {
  return {
    authorization: `Bearer ${tokenIn(secret)}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  };
}

function apiOf({ apiUrl }: ProposalSettings, address: URL): string {
  if (apiUrl !== undefined) return apiUrl.replace(/\/$/, '');
  return address.hostname === 'github.com' ? 'https://api.github.com' : `${address.origin}/api/v3`;
}
