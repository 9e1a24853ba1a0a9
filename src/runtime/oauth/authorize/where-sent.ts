import type { FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../../../compiled/manifest.ts';

type Headers = FastifyRequest['headers'];

/**
 * Whether a browser shows the answer as a page of its own: no script fetches a form, not even one that an API serves
 * from the same origin. Where nothing is said, the browser is an old one, or none.
 */
export function isVisit({ 'sec-fetch-dest': destination = 'document' }: Headers): boolean {
  return destination === 'document';
}

/** Whether a form was sent by a page of the authorization server's; every browser says so in one way or the other. */
export function isSentByOwnPage(
  { origin, 'sec-fetch-site': site }: Headers,
  { authUrl }: GatewaySettings,
): boolean {
  if (origin === undefined && site === undefined) return false;
  const isOwnOrigin = origin === undefined || origin === new URL(authUrl).origin;
  return isOwnOrigin && (site === undefined || site === 'same-origin');
}

/** Whether a caller can show a page: browsers name HTML themselves, other programs accept anything at most. */
export function wantsPage({ accept = '' }: Headers): boolean {
  return /(^|[\s,])text\/html\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))/i.test(accept);
}
