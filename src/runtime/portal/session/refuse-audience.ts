import { showStoreProblem } from '../pages/problem-page.ts';
import type { PageReader } from '../pages/store-page.ts';
import type { PortalEndpoint } from '../portal-endpoint.ts';
import type { StoreAnswer } from '../store-answer.ts';

/**
 * Refuses an endpoint to those whom it is not for: a page sends them to the sign-in, and then back to `url`, its path
 * with its query; anything else says that nobody is signed in (any more).
 */
export function refuseAudience(
  { use, audience }: PortalEndpoint,
  { portal, user }: Omit<PageReader, 'csrf'>,
  url: string,
): StoreAnswer | undefined {
  const isForUsers =
    audience === 'signed-in' || (audience === 'catalogue' && portal.store.visibility === 'signed-in');
  if (user || !isForUsers) return undefined;
  if (use !== 'page') return showStoreProblem(portal, 'signed_out');
  return { location: `${portal.addresses.path}/sign-in?return=${encodeURIComponent(url)}` };
}
