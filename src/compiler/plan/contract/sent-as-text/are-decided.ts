import { isOfTexts } from '../../../../openapi/schema/formats.ts';
import type { FlatSchema, SchemaNode } from '../schemas/flat-schema.ts';
import { tighteningPatterns } from '../schemas/tightening-patterns.ts';
import { bordersOf, maxLength, type Borders } from './border-texts.ts';
import type { DeclaredText } from './declared-text.ts';

/**
 * Whether the texts at the borders show all that may be sent: each that is listed, and one on each side of each limit. A
 * pattern or a format has no such borders, unless what is sent is listed.
 */
export function areDecided(sends: DeclaredText, takes: DeclaredText, borders: Borders): boolean {
  if (takes.writing === 'opaque') return true;
  const { isWhole, factors, lengths, counts, names } = borders;
  if (!isWhole || factors.size > 1 || [...lengths].some((length) => length >= maxLength)) return false;
  if ([...counts].some((count) => count > 10) || names.size > 20) return false;
  const isSplit = takes.writing === 'list' || takes.writing === 'repeated';
  if (sends.writing === 'opaque' && isSplit) return isPlainList(takes.schema) && areTextsDecided(undefined, takes.schema.flat.items);
  if (takes.writing === 'scalar') return sends.writing === 'scalar' ? areTextsDecided(sends.schema, takes.schema) : isFreeText(takes, borders);
  if (isSplit && sends.writing === 'scalar') return isPlainList(takes.schema) && areItemsDecided(sends.schema, takes.schema);
  if (sends.writing !== takes.writing) return false;
  if (isSplit) return isPlainList(sends.schema) && isPlainList(takes.schema) && areItemsDecided(sends.schema.flat.items, takes.schema);
  return takes.writing !== 'json' && isPlainObject(sends.schema) && isPlainObject(takes.schema) && areMembersDecided(sends.schema, takes.schema);
}

/** Whether a text is not limited in its length, which many items or members together have. */
function isFreeText({ schema }: DeclaredText, { lengths }: Borders): boolean {
  return lengths.size === 0 && !hasTests(schema);
}

function areTextsDecided(sends: SchemaNode | undefined, takes: SchemaNode | undefined): boolean {
  if (!takes || (sends && isListed(sends.flat))) return true;
  return !hasTests(takes) && !(sends && hasTests(sends));
}

function areItemsDecided(sends: SchemaNode | undefined, { flat: { items } }: SchemaNode): boolean {
  return areTextsDecided(sends, items);
}

function areMembersDecided({ flat: sends }: SchemaNode, { flat: takes }: SchemaNode): boolean {
  const { additional } = takes;
  const areOthers = typeof additional === 'string' || !hasTests(additional);
  return areOthers && [...takes.properties].every(([name, member]) => areTextsDecided(sends.properties.get(name), member));
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

/** Whether a schema, or one that it leads to, has a test of texts without borders. */
function hasTests(schema: SchemaNode): boolean {
  const { patterns, formats } = bordersOf([schema]);
  return tighteningPatterns(patterns, new Set()).length > 0 || [...formats].some(isOfTexts);
}

/** Whether all texts that a schema accepts are listed: texts and booleans, but not numbers, which are written in many ways. */
function isListed({ types, values, choices }: FlatSchema): boolean {
  if (types.has('array') || types.has('object') || choices.length > 0) return false;
  if (values) return [...values.values()].every((value) => typeof value !== 'number');
  return !types.has('string') && !types.has('integer');
}
