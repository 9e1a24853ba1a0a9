import { isOfTexts } from '../../../../openapi/schema/formats.ts';
import type { FlatSchema, SchemaNode } from '../schemas/flat-schema.ts';
import { tighteningPatterns } from '../schemas/tightening-patterns.ts';
import { bordersOf, maxLength, type Borders } from './border-texts.ts';
import type { DeclaredText } from './declared-text.ts';

/**
 * Whether the texts at the borders show all that may be sent: each that is listed, and one on each side of each limit. A
 * pattern or a format has no such borders, unless what is sent is listed. Undefined sends anything.
 */
export function areDecided(sends: DeclaredText | undefined, takes: DeclaredText, all: Borders): boolean {
  if (!all.isWhole || all.factors.size > 1 || [...all.lengths].some((length) => length >= maxLength)) return false;
  if (takes.writing === 'scalar') {
    if (!sends) return !hasTests(takes.schema);
    if (sends.writing !== 'scalar') return false;
    return isListed(sends.schema.flat) || !(hasTests(takes.schema) || hasTests(sends.schema));
  }
  return false;
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
