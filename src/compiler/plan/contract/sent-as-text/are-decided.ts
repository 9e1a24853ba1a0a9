import type { SchemaNode } from '../keywords/facts/flat-schema.ts';
import { maxTests, testsIn } from './assumptions-of-texts.ts';
import { maxLength, type BordersFound } from './border-texts.ts';
import type { DeclaredText } from './declared-text.ts';
import { hasConditions } from '../keywords/conditions/conditions.ts';
import { hasFirstItems } from '../keywords/items.ts';
import { hasPatterns } from '../keywords/property-facts.ts';
import { hasChoices } from '../keywords/resolve-choices.ts';
import { hasUnevaluated } from '../keywords/unevaluated.ts';

/**
 * Whether samples at the borders stand for all that may be sent: each text that is listed, and one on each side of each
 * limit, with all that it may be tested for.
 */
export function areDecided(sends: DeclaredText, takes: DeclaredText, borders: BordersFound): boolean {
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

function areFew(borders: BordersFound): boolean {
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
function isPlainList({ flat }: SchemaNode): boolean {
  return !hasChoices(flat) && !hasConditions(flat) && !hasFirstItems(flat) && !hasUnevaluated(flat);
}

/** Whether each member of an object is refused by itself, or because one is missing. */
function isPlainObject({ flat }: SchemaNode): boolean {
  return !hasChoices(flat) && !hasConditions(flat) && !hasPatterns(flat) && !hasUnevaluated(flat);
}
