import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { ProposalLink } from '#runtime/ports/proposals.ts';

type Location = Pick<ProposalSettings, 'remote' | 'apiUrl'>;

/**
 * The web address of a repository, without its ending: `https://github.com/example/apis`; undefined if it has none. The
 * pages of a remote of ssh are where its API is, if that is declared, or else on the same host.
 */
export function webAddress({ remote, apiUrl }: Location): URL | undefined {
  const short = /^[\w.-]+@([\w.-]+):(?!\/)(.+)$/.exec(remote);
  const text = short ? `ssh://${short[1]}/${short[2]}` : remote;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const path = url.pathname.replace(/\/$/, '').replace(/\.git$/, '');
  if (url.protocol === 'https:' || url.protocol === 'http:') return new URL(`${url.origin}${path}`);
  if (url.protocol !== 'ssh:') return undefined;
  const [, site] = /^(https?:\/\/.+)\/api\/v\d+\/?$/.exec(apiUrl ?? '') ?? [];
  return new URL(`${site ?? `https://${url.hostname}`}${path}`);
}

/** The page of a host on which a person opens the review of a branch; undefined if the host has none. */
export function compareLink(settings: ProposalSettings, branch: string): ProposalLink | undefined {
  const { base, host } = settings;
  const address = webAddress(settings);
  if (!address) return undefined;
  const [from, to] = [base, branch].map((name) => name.split('/').map(encodeURIComponent).join('/'));
  if (host === 'github' || host === 'gitea')
    return { kind: 'compare', url: `${address.href}/compare/${from}...${to}?expand=1` };
  if (host !== 'gitlab') return undefined;
  const query = new URLSearchParams({
    'merge_request[source_branch]': branch,
    'merge_request[target_branch]': base,
  });
  return { kind: 'compare', url: `${address.href}/-/merge_requests/new?${query.toString()}` };
}

/** The page of the review that a host has reported after a push, on its own pages; undefined if it has reported none. */
export function reportedReview(location: Location, said: string): string | undefined {
  const address = webAddress(location);
  const urls = said.match(/https?:\/\/\S+\/(?:merge_requests|pulls)\/\d+/g) ?? [];
  return urls.find((one) => URL.canParse(one) && new URL(one).host === address?.host);
}
