import type { ContractMedia, MediaByType } from './read-bodies.ts';

type TypedMedia = readonly [type: string, media: ContractMedia];

interface FirstMedia {
  readonly inDocument: ReadonlyMap<string, TypedMedia>;
  /** A table that was written to a file has all members sorted. */
  readonly inTable: ReadonlyMap<string, TypedMedia>;
}

/** The bodies that the gateway finds for each media type without its parameters: the first of all that are declared. */
export function firstMedia(media: MediaByType): FirstMedia {
  const declared = [...media].flatMap(([type, one]) =>
    [one, ...one.others].map((each) => [type, each] as const),
  );
  return { inDocument: firstOfEach(declared), inTable: firstOfEach(declared.toSorted(compareWritten)) };
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
