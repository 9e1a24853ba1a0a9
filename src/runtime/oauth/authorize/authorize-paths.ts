import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { oauthAddresses } from '../oauth-addresses.ts';

/** The pages that belong to the authorization endpoint. */
export type AuthorizePage = 'login' | 'consent' | 'federated' | 'switch' | 'logout' | 'grants' | 'store';

/** The path of a page, for links and forms. */
export function pathOfPage(settings: GatewaySettings, page: AuthorizePage): string {
  return `${oauthAddresses(settings).authorize}/${page}`;
}

/** The path that repeats an authorization request. */
export function pathOfRequest(settings: GatewaySettings, query: string): string {
  return `${oauthAddresses(settings).authorize}?${query}`;
}

/** The path that continues a sign-in to the store; `state` is the value that the store has sealed. */
export function pathOfStoreSignIn(settings: GatewaySettings, state: string): string {
  return `${pathOfPage(settings, 'store')}?state=${encodeURIComponent(state)}`;
}

/** The URL of a page of the store; undefined if the gateway has no store. */
export function urlOfStore(
  { storeUrl }: GatewaySettings,
  page: 'sign-in' | 'signed-in' | 'signed-out',
): string | undefined {
  return storeUrl === undefined ? undefined : `${storeUrl}/store/${page}`;
}

/** The URL that an identity provider redirects users to after a logout; it is registered at the provider. */
export function logoutUrlOf({ authUrl }: GatewaySettings): string {
  return `${authUrl}/authorize/logout`;
}

/** The callback URL that an identity provider redirects users to after a login; it is registered at the provider. */
export function callbackUrlOf({ authUrl }: GatewaySettings, provider: string): string {
  return `${authUrl}/authorize/callback/${provider}`;
}
