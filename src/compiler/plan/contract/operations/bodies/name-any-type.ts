import type { MediaHolders } from './media-holders.ts';
import type { ContractMedia, MediaByType } from './read-bodies.ts';

/**
 * Names any media type where a document of OpenAPI 2.0 names none and the other document does: the gateway takes any. Where
 * neither names one, the usual type stands for all.
 */
export function nameAnyType(holders: MediaHolders): MediaHolders {
  const { base, head } = holders;
  const sides = [base, head].map(({ media }) => [...media.values()]);
  const areOfOneKind = new Set(sides.flat().map(({ isAssumed }) => isAssumed)).size <= 1;
  if (areOfOneKind || sides.some((media) => media.length === 0)) return holders;
  const named = (media: MediaByType) => new Map([...media].flatMap((one) => nameIn(one, holders)));
  return {
    ...holders,
    base: { ...base, media: named(base.media) },
    head: { ...head, media: named(head.media) },
  };
}

/** What is sent is still read as the usual type, above all a form. */
function nameIn(
  [type, media]: readonly [string, ContractMedia],
  { part }: MediaHolders,
): readonly (readonly [string, ContractMedia])[] {
  if (!media.isAssumed) return [[type, media]];
  return [...(part === 'request' ? [[type, media] as const] : []), ['*/*', media]];
}
