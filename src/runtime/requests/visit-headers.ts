import type { FastifyRequest } from 'fastify';

type Headers = FastifyRequest['headers'];

/**
 * Whether a browser shows the answer as a page of its own, so that no script receives a form, not even a script that
 * an API serves from the same origin. Without the header, it is an old browser, or not a browser.
 */
export function isVisit({ 'sec-fetch-dest': destination = 'document' }: Headers): boolean {
  return destination === 'document';
}

/** Whether a page of ours, at `ownUrl`, has sent a form; every browser shows this in one of two headers. */
export function isSentByOwnPage({ origin, 'sec-fetch-site': site }: Headers, ownUrl: string): boolean {
  if (origin === undefined && site === undefined) return false;
  const isOwnOrigin = origin === undefined || origin === new URL(ownUrl).origin;
  return isOwnOrigin && (site === undefined || site === 'same-origin');
}

/** Whether a caller can show a page: browsers name HTML themselves, other programs accept anything at most. */
export function wantsPage({ accept = '' }: Headers): boolean {
  return /(^|[\s,])text\/html\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))/i.test(accept);
}
