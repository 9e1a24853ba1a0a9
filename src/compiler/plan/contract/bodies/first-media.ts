import type { ContractMedia, MediaByType } from './read-bodies.ts';

export type TypedMedia = readonly [type: string, media: ContractMedia];

/**
 * The bodies that the gateway finds for a media type without parameters, the first of all that are declared: in the order
 * of the document, and in that of a table that was written to a file, which has all members sorted.
 */
export function firstMedia(media: MediaByType): readonly ReadonlyMap<string, TypedMedia>[] {
  const declared = [...media].flatMap(([type, one]) =>
    [one, ...one.others].map((each) => [type, each] as const),
  );
  return [firstOfEach(declared), firstOfEach(declared.toSorted(compareWritten))];
}

function compareWritten([, { written: one }]: TypedMedia, [, { written: other }]: TypedMedia): number {
  return one < other ? -1 : Number(one > other);
}

function firstOfEach(declared: readonly TypedMedia[]): ReadonlyMap<string, TypedMedia> {
  return new Map(declared.toReversed().map(([type, media]) => [plainOf(type), [type, media]]));
}

/** A media type without its parameters. */
export function plainOf(type: string): string {
  return type.replace(/;.*/, '');
}
