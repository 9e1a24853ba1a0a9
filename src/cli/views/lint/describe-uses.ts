import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { SourceLocation } from '../../../source/source-location.ts';
import { printable } from '../display-width.ts';

/** The places that explain a finding, a line each: `referenced from: api.yaml:3:5`, `and 2 more uses`. */
export function describeUses(
  { related = [], moreUses = 0 }: Diagnostic,
  showPlace: (at: SourceLocation) => string,
): readonly string[] {
  const lines = related.map(({ message, at }) => `${printable(message)}: ${showPlace(at)}`);
  if (moreUses === 0) return lines;
  const uses = `${moreUses} more ${moreUses === 1 ? 'use' : 'uses'}`;
  return [...lines, lines.length === 0 ? uses : `and ${uses}`];
}
