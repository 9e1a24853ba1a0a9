import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { ProposalLink } from '#runtime/ports/proposals.ts';

type Location = Pick<ProposalSettings, 'remote' | 'apiUrl'>;

/**
 * The web address of a repository without `.git`: `https://github.com/example/apis`. For a remote over SSH, the host is
 * that of `apiUrl` if declared, otherwise that of the remote. Undefined if there is no web address.
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

/** The page where a person can open the review of a branch; undefined if the host has no such page. */
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

/** Finds the URL of a review in the output of a push. Undefined if there is none on the host's own pages. */
export function reportedReview(location: Location, said: string): string | undefined {
  const address = webAddress(location);
  const urls = said.match(/https?:\/\/\S+\/(?:merge_requests|pulls)\/\d+/g) ?? [];
  return urls.find((one) => URL.canParse(one) && new URL(one).host === address?.host);
}
