import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { RepeatedFinding } from '#diagnostic/group-repeats.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { printable } from '../../views/display-width.ts';

/** How many further places of a repeated finding are listed. */
const namedPlaces = 3;
/** The maximum number of places that explain a finding. */
const maxRelated = 20;

/**
 * The places that explain a finding, and those where it is repeated, a line each: `referenced from: api.yaml:3:5`,
 * `and 2 more uses`.
 */
export function describeUses(
  diagnostic: Diagnostic | RepeatedFinding,
  showPlace: (at: SourceLocation) => string,
): readonly string[] {
  const { related = [], moreUses = 0 } = diagnostic;
  const shown = related.slice(0, maxRelated);
  const left = related.length - shown.length;
  const lines = [
    ...shown.map(({ message, at }) => `${printable(message)}: ${showPlace(at)}`),
    ...(left === 0 ? [] : [`and ${left} more`]),
  ];
  const uses = `${moreUses} more ${moreUses === 1 ? 'use' : 'uses'}`;
  const more = moreUses === 0 ? [] : [lines.length === 0 ? uses : `and ${uses}`];
  const alsoAt = 'alsoAt' in diagnostic ? diagnostic.alsoAt : [];
  return [...lines, ...more, ...describeRepeats(alsoAt, showPlace)];
}

function describeRepeats(
  places: readonly SourceLocation[],
  showPlace: (at: SourceLocation) => string,
): readonly string[] {
  const named = places.slice(0, namedPlaces).map((at) => `also at ${showPlace(at)}`);
  const rest = places.length - named.length;
  return rest === 0 ? named : [...named, countPlaces(rest)];
}

/** `and at 257 more places`. */
export function countPlaces(count: number): string {
  return `and at ${count} more ${count === 1 ? 'place' : 'places'}`;
}
