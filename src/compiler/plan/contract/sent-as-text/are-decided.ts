import type { SchemaNode } from '../schemas/flat-schema.ts';
import { maxTests, testsIn } from './assumptions-of-texts.ts';
import { maxLength, type Borders } from './border-texts.ts';
import type { DeclaredText } from './declared-text.ts';

/**
 * Whether samples at the borders stand for all that may be sent: each text that is listed, and one on each side of each
 * limit, with all that it may be tested for.
 */
export function areDecided(sends: DeclaredText, takes: DeclaredText, borders: Borders): boolean {
  // The gateway accepts what it cannot read, but its document says more.
  if (takes.writing === 'opaque' || !areFew(borders)) return false;
  const isSplit = takes.writing === 'list' || takes.writing === 'repeated';
  if (takes.writing === 'scalar')
    return sends.writing === 'scalar' || (sends.writing !== 'opaque' && borders.lengths.size === 0);
  if (isSplit && sends.writing === 'scalar') return isPlainList(takes.schema);
  if (sends.writing !== takes.writing) return false;
  if (isSplit) return isPlainList(sends.schema) && isPlainList(takes.schema);
  return isPlainObject(sends.schema) && isPlainObject(takes.schema);
}

function areFew(borders: Borders): boolean {
  const { isWhole, factors, lengths, counts, names } = borders;
  const { patterns, formats } = testsIn(borders);
  const areShort =
    [...lengths].every((length) => length < maxLength) && [...counts].every((count) => count <= 10);
  return (
    isWhole &&
    areShort &&
    factors.size <= 1 &&
    names.size <= 20 &&
    patterns.length + formats.length <= maxTests
  );
}

/** Whether each item of a list is refused by itself, or for the number of items. */
function isPlainList({ flat: { choices, conditions, tuple, unevaluated } }: SchemaNode): boolean {
  return choices.length + conditions.size + tuple.length + unevaluated.length === 0;
}

/** Whether each member of an object is refused by itself, or because one is missing. */
function isPlainObject({ flat }: SchemaNode): boolean {
  const { choices, conditions, patternProperties, unevaluated } = flat;
  return choices.length + conditions.size + patternProperties.size + unevaluated.length === 0;
}
