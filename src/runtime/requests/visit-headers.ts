import type { FastifyRequest } from 'fastify';

type Headers = FastifyRequest['headers'];

/**
 * Whether a browser shows the answer as a separate page: no script fetches a form, not even one that an API serves from
 * the same origin. Without the header, it is an old browser, or not a browser.
 */
export function isVisit({ 'sec-fetch-dest': destination = 'document' }: Headers): boolean {
  return destination === 'document';
}

/** Whether a form was sent by a page of ours, at `ownUrl`; every browser says so in one of two ways. */
export function isSentByOwnPage({ origin, 'sec-fetch-site': site }: Headers, ownUrl: string): boolean {
  if (origin === undefined && site === undefined) return false;
  const isOwnOrigin = origin === undefined || origin === new URL(ownUrl).origin;
  return isOwnOrigin && (site === undefined || site === 'same-origin');
}

/** Whether a caller can show a page: browsers name HTML themselves, other programs accept anything at most. */
export function wantsPage({ accept = '' }: Headers): boolean {
  return /(^|[\s,])text\/html\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))/i.test(accept);
}
