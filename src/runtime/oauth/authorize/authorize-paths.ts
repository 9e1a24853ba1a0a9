import type { GatewaySettings } from '../../../compiled/settings/gateway-settings.ts';
import { oauthAddresses } from '../oauth-addresses.ts';

/** The pages that belong to the authorization endpoint. */
export type AuthorizePage = 'login' | 'consent' | 'federated' | 'switch' | 'logout' | 'grants';

/** The path of a page, for the forms that lead there. */
export function pathOfPage(settings: GatewaySettings, page: AuthorizePage): string {
  return `${oauthAddresses(settings).authorize}/${page}`;
}

/** The path that repeats an authorization request. */
export function pathOfRequest(settings: GatewaySettings, query: string): string {
  return `${oauthAddresses(settings).authorize}?${query}`;
}

/** The page that an identity provider sends users to after a logout there: the URL that is registered with it. */
export function logoutUrlOf({ authUrl }: GatewaySettings): string {
  return `${authUrl}/authorize/logout`;
}

/** The page that an identity provider sends users back to: the URL that is registered with it. */
export function callbackUrlOf({ authUrl }: GatewaySettings, provider: string): string {
  return `${authUrl}/authorize/callback/${provider}`;
}
