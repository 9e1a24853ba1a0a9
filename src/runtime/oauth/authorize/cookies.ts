import type { CookieSerializeOptions } from '@fastify/cookie';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { ownCookieName } from '#runtime/token/own-cookies.ts';

/**
 * The cookies of a browser, all sealed: the browser's id (`browser`), the login session (`session`), a login or logout
 * in progress at a provider (`federation`), the ID token of the session (`idtoken`), and the providers that users have
 * logged out of (`left`).
 */
const kinds = ['browser', 'session', 'federation', 'idtoken', 'left'] as const;

/**
 * How long a browser remembers the providers that its users have logged out of, in seconds: about as long as providers
 * commonly keep a user logged in.
 */
export const logoutMemorySeconds = 30 * 24 * 60 * 60;

type CookieKind = (typeof kinds)[number];

/** The cookies that a browser has sent. */
export type BrowserCookies = Readonly<Partial<Record<CookieKind, string>>>;

/** New values of cookies; an empty value deletes the cookie. */
export type CookieChanges = BrowserCookies;

/** The cookies of the authorization server, among all that were sent. */
export function readCookies(
  settings: GatewaySettings,
  sent: Readonly<Record<string, string | undefined>>,
): BrowserCookies {
  const found = kinds.map((kind) => [kind, sent[nameOf(settings, kind)]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/**
 * The cookies to set: name, value and attributes. All except `left` expire with the browser's session at the latest.
 */
export function writeCookies(
  settings: GatewaySettings,
  changes: CookieChanges,
): readonly (readonly [name: string, value: string, attributes: CookieSerializeOptions])[] {
  const base = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(settings) } as const;
  return kinds.flatMap((kind) => {
    const value = changes[kind];
    if (value === undefined) return [];
    const maxAge = value === '' ? { maxAge: 0 } : kind === 'left' ? { maxAge: logoutMemorySeconds } : {};
    return [[nameOf(settings, kind), value, { ...base, ...maxAge }] as const];
  });
}

/**
 * The name of a cookie. The prefix `__Host-` prevents other hosts of the same site from setting it (RFC 6265bis section
 * 4.1.3.2).
 */
function nameOf(settings: GatewaySettings, kind: CookieKind): string {
  return `${isSecure(settings) ? '__Host-' : ''}${ownCookieName}${kind}`;
}

/**
 * Whether cookies are marked Secure. Without TLS the gateway listens on loopback only, where some browsers reject such
 * cookies.
 */
function isSecure({ authUrl }: GatewaySettings): boolean {
  return authUrl.startsWith('https:');
}
