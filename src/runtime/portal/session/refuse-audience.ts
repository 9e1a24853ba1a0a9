import type { Form } from '#runtime/requests/forms.ts';
import { showStoreProblem } from '../pages/problem-page.ts';
import type { PageReader } from '../pages/store-page.ts';
import type { PortalEndpoint } from '../portal-endpoint.ts';
import type { StoreAnswer } from '../store-answer.ts';
import { isCsrfToken } from './csrf-token.ts';

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

/** Refuses whatever is sent with POST unless its form was made for the session of the user. */
export async function refuseForgery(
  { method }: PortalEndpoint,
  { portal, user }: Omit<PageReader, 'csrf'>,
  form: Form,
): Promise<StoreAnswer | undefined> {
  if (method !== 'POST') return undefined;
  const isGenuine = user && (await isCsrfToken(portal.sessions.sealing, form.get('csrf') ?? '', user));
  return isGenuine ? undefined : showStoreProblem(portal, 'form_not_of_session');
}
