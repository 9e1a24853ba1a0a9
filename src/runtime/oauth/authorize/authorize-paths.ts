import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { oauthAddresses } from '../oauth-addresses.ts';

/** The pages that belong to the authorization endpoint. */
export type AuthorizePage = 'login' | 'consent' | 'federated' | 'switch' | 'logout' | 'grants' | 'store';

/** The path of a page, for the forms that lead there. */
export function pathOfPage(settings: GatewaySettings, page: AuthorizePage): string {
  return `${oauthAddresses(settings).authorize}/${page}`;
}

/** The path that repeats an authorization request. */
export function pathOfRequest(settings: GatewaySettings, query: string): string {
  return `${oauthAddresses(settings).authorize}?${query}`;
}

/** The path at which a sign-in to the store continues; `state` is what the store has sealed. */
export function pathOfStoreSignIn(settings: GatewaySettings, state: string): string {
  return `${pathOfPage(settings, 'store')}?state=${encodeURIComponent(state)}`;
}

/** A page of the store; undefined if the gateway has none. */
export function urlOfStore(
  { storeUrl }: GatewaySettings,
  page: 'sign-in' | 'signed-in' | 'signed-out',
): string | undefined {
  return storeUrl === undefined ? undefined : `${storeUrl}/store/${page}`;
}

/** The page that an identity provider sends users to after a logout there: the URL that is registered with it. */
export function logoutUrlOf({ authUrl }: GatewaySettings): string {
  return `${authUrl}/authorize/logout`;
}

/** The page that an identity provider sends users back to: the URL that is registered with it. */
export function callbackUrlOf({ authUrl }: GatewaySettings, provider: string): string {
  return `${authUrl}/authorize/callback/${provider}`;
}
