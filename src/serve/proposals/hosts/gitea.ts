import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import { requestPages, type HostAccess } from './request-host.ts';
import { findOpen, openPullRequest, readPullRequests } from './pull-requests.ts';
import type { ReviewHost } from './review-host.ts';
import { webAddress } from './review-link.ts';

/**
 * The API of Gitea and Forgejo, at `/api/v1` below the URL of the server. Undefined if that URL is unknown: for a
 * remote over SSH, it may differ from the remote's address, so that `apiUrl` must be set.
 */
export function giteaHost(settings: ProposalSettings, secret: string): ReviewHost | undefined {
  const address = webAddress(settings);
  const [, above = '', repository = ''] = /^(.*)\/([^/]+\/[^/]+)$/.exec(address?.pathname ?? '') ?? [];
  const isKnown = /^https?:/.test(settings.remote) || settings.apiUrl !== undefined;
  if (!address || repository === '' || !isKnown) return undefined;
  const api = settings.apiUrl?.replace(/\/$/, '') ?? `${address.origin}${above}/api/v1`;
  const pulls = `${api}/repos/${repository}/pulls`;
  const { base } = settings;
  const accessBy = (signal: AbortSignal): HostAccess => ({
    headers: { authorization: authorizationOf(secret) },
    signal,
  });
  const list: ReviewHost['list'] = async function* list(state, signal) {
    const query = new URLSearchParams({
      state: state === 'open' ? 'open' : 'closed',
      base_branch: base,
      sort: 'recentupdate',
      limit: '50',
    });
    for await (const entries of requestPages(`${pulls}?${query.toString()}`, accessBy(signal)))
      yield readPullRequests(entries, base);
  };
  return {
    list,
    open: (review, signal) => {
      const find = () => findOpen(list('open', signal), review.branch);
      return openPullRequest(pulls, accessBy(signal), review, { base, find });
    },
  };
}

function authorizationOf(secret: string): string {
  return secret.includes(':') ? `Basic ${Buffer.from(secret).toString('base64')}` : `token ${secret}`;
}
