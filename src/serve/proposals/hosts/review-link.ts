import type { ProposalSettings } from '../../../compiled/settings/store-settings.ts';
import type { ProposalLink } from '../../../runtime/ports/proposals.ts';

/** The web address of a repository, without its ending: `https://github.com/example/apis`; undefined if it has none. */
export function webAddress(remote: string): URL | undefined {
  const short = /^[\w.-]+@([\w.-]+):(?!\/)(.+)$/.exec(remote);
  const text = short ? `https://${short[1]}/${short[2]}` : remote;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!['https:', 'ssh:', 'http:'].includes(url.protocol)) return undefined;
  const scheme = url.protocol === 'http:' ? 'http:' : 'https:';
  const port = url.protocol === 'ssh:' || url.port === '' ? '' : `:${url.port}`;
  return new URL(`${scheme}//${url.hostname}${port}${url.pathname.replace(/\/$/, '').replace(/\.git$/, '')}`);
}

/** The page of a host on which a person opens the review of a branch; undefined if the host has none. */
export function compareLink(
  { remote, base, host }: ProposalSettings,
  branch: string,
): ProposalLink | undefined {
  const address = webAddress(remote);
  if (!address) return undefined;
  const [from, to] = [base, branch].map((name) => name.split('/').map(encodeURIComponent).join('/'));
  if (host === 'github') return { kind: 'compare', url: `${address.href}/compare/${from}...${to}?expand=1` };
  if (host !== 'gitlab') return undefined;
  const query = new URLSearchParams({
    'merge_request[source_branch]': branch,
    'merge_request[target_branch]': base,
  });
  return { kind: 'compare', url: `${address.href}/-/merge_requests/new?${query.toString()}` };
}

/** The review that a host has reported after a push, on its own pages; undefined if it has reported none. */
export function reportedReview({ remote }: ProposalSettings, said: string): ProposalLink | undefined {
  const address = webAddress(remote);
  const urls = said.match(/https?:\/\/\S+\/(?:merge_requests|pulls)\/\d+/g) ?? [];
  const url = urls.find((one) => URL.canParse(one) && new URL(one).host === address?.host);
  return url === undefined ? undefined : { kind: 'review', url };
}
