import type { CookieSerializeOptions } from '@fastify/cookie';
import { ownCookieName } from '#runtime/token/own-cookies.ts';
import type { PortalAddresses } from './paths.ts';

/**
 * The cookies of the store: the browser that begins a sign-in and the session, both sealed, and the language of samples and
 * the notices that were shown, which are not secret.
 */
const kinds = ['browser', 'session', 'language', 'notices'] as const;

/** How long a browser remembers what is not about a session. */
const rememberedSeconds = 365 * 24 * 60 * 60;

const ofSession: ReadonlySet<string> = new Set(['browser', 'session'] satisfies (typeof kinds)[number][]);

/** Cookies of the store, or changes to them; an empty value in a change deletes the cookie. */
export type StoreCookies = Readonly<Partial<Record<(typeof kinds)[number], string>>>;

/** The cookies of the store, among all that were sent. */
export function readStoreCookies(
  addresses: PortalAddresses,
  sent: Readonly<Record<string, string | undefined>>,
): StoreCookies {
  const found = kinds.map((kind) => [kind, sent[nameOf(addresses, kind)]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/**
 * The cookies to set: name, value and attributes. They expire with the browser's session at the latest, except for the
 * language of samples and the notices that were shown.
 */
export function writeStoreCookies(
  addresses: PortalAddresses,
  changes: StoreCookies,
): readonly (readonly [name: string, value: string, attributes: CookieSerializeOptions])[] {
  const secure = isSecure(addresses);
  const base = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return kinds.flatMap((kind) => {
    const value = changes[kind];
    if (value === undefined) return [];
    const lifetime = value === '' ? { maxAge: 0 } : !ofSession.has(kind) && { maxAge: rememberedSeconds };
    return [[nameOf(addresses, kind), value, { ...base, ...lifetime }] as const];
  });
}

/**
 * The name of a cookie. The prefix `__Host-` prevents other hosts of the same site from setting it (RFC 6265bis section
 * 4.1.3.2).
 */
function nameOf(addresses: PortalAddresses, kind: keyof StoreCookies): string {
  return `${isSecure(addresses) ? '__Host-' : ''}${ownCookieName}store-${kind}`;
}

/**
 * Whether cookies are marked Secure. Without TLS the gateway listens on loopback only, where some browsers reject such
 * cookies.
 */
function isSecure({ origin }: PortalAddresses): boolean {
  return origin.startsWith('https:');
}
