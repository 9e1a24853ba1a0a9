import type { FastifyRequest } from 'fastify';

type Headers = FastifyRequest['headers'];

/**
 * Whether a browser shows the response as a page of its own. If so, no script can read a form in it, not even a script
 * that an API serves from the same origin. A client that does not send the header is an old browser, or not a browser.
 */
export function isVisit({ 'sec-fetch-dest': destination = 'document' }: Headers): boolean {
  return destination === 'document';
}

/** Whether a form was sent by a page of the gateway at `ownUrl`; every browser shows this in one of two headers. */
export function isSentByOwnPage({ origin, 'sec-fetch-site': site }: Headers, ownUrl: string): boolean {
  if (origin === undefined && site === undefined) return false;
  const isOwnOrigin = origin === undefined || origin === new URL(ownUrl).origin;
  return isOwnOrigin && (site === undefined || site === 'same-origin');
}

/** Whether a caller can show a page: browsers accept HTML explicitly, while other programs at most accept any type. */
export function wantsPage({ accept = '' }: Headers): boolean {
  return /(^|[\s,])text\/html\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))/i.test(accept);
}
