import type { Json } from '#compiled/json.ts';
import type { Serialisation } from '#openapi/serialisation.ts';
import { coerceText, coerceValue, malformed, type RawValue } from '#openapi/writing/coerce-value.ts';
import {
  joinDeep,
  joinPairs,
  splitItems,
  splitMembers,
  unwrapScalar,
  wrongStyle,
} from '#openapi/writing/split-value.ts';
import { anyShape, type ValueShape } from '#openapi/writing/value-shape.ts';
import type { Writing } from '#openapi/writing/writing.ts';
import { fitsSchema } from '../keywords/fits-schema.ts';
import type { AssumedTests } from '../keywords/facts/text-tests.ts';
import type { SchemaNode } from '../keywords/facts/flat-schema.ts';
import type { Direction } from '../keywords/facts/schema-fact.ts';
import { itemsOf } from '../keywords/items.ts';
import { propertyNamed, schemaOfOthers } from '../keywords/property-facts.ts';

/** The declaration by which the gateway reads the texts of a parameter, a header or a form field. */
export interface DeclaredText {
  readonly name: string;
  readonly location: string;
  /** Whether the gateway refuses requests without the value. */
  readonly isRequired: boolean;
  /** Whether the gateway accepts an empty text, whatever the schema says. */
  readonly allowsEmpty: boolean;
  readonly serialisation: Serialisation;
  readonly writing: Writing;
  readonly shape: ValueShape;
  readonly schema: SchemaNode;
}

/** The sent form of a value: one text, or pairs of names and texts if it is sent as `name=text`. */
export type SentTexts = string | readonly (readonly [name: string, text: string])[];

/** Whether values are sent as `name=text`. */
export function isNamed({ location }: Pick<DeclaredText, 'location'>): boolean {
  return location === 'query' || location === 'form' || location === 'cookie';
}

/** The context of a check of sent texts. */
export interface Checking {
  readonly direction: Direction;
  readonly assumed?: AssumedTests;
}

/** Whether the gateway accepts sent texts. */
export function acceptsSent(declared: DeclaredText, sent: SentTexts, checking: Checking): boolean {
  const texts = typeof sent === 'string' ? [sent] : textsOf(declared, sent);
  const [first] = texts;
  if (first === undefined)
    return !declared.isRequired || (declared.writing === 'pairs' && fits(declared, {}, checking));
  if (declared.writing === 'opaque' || (declared.allowsEmpty && isEmpty(texts))) return true;
  if (declared.writing === 'repeated' || declared.writing === 'pairs' || declared.writing === 'deep')
    return acceptsRaw(declared, joinTexts(declared, texts), checking);
  return texts.length === 1 && acceptsOne(declared, first, checking);
}

function isEmpty(texts: readonly string[]): boolean {
  return texts.length === 1 && texts[0] === '';
}

/** The texts that belong to a value; for an object with separate members, names and texts alternate. */
function textsOf(
  { name: own, writing, shape }: DeclaredText,
  sent: Exclude<SentTexts, string>,
): readonly string[] {
  if (writing === 'pairs') return sent.filter(([name]) => shape.properties?.has(name)).flat();
  if (writing !== 'deep') return sent.flatMap(([name, text]) => (name === own ? [text] : []));
  return sent.flatMap(([name, text]) =>
    name.startsWith(`${own}[`) && name.endsWith(']') ? [name.slice(own.length + 1, -1), text] : [],
  );
}

function joinTexts({ writing }: DeclaredText, texts: readonly string[]): RawValue | typeof wrongStyle {
  if (writing === 'repeated') return texts;
  return writing === 'pairs' ? joinPairs(texts) : joinDeep(texts);
}

function acceptsOne(declared: DeclaredText, text: string, checking: Checking): boolean {
  if (declared.writing === 'list') return acceptsRaw(declared, itemsIn(text, declared), checking);
  if (declared.writing === 'object') return acceptsRaw(declared, splitMembers(text, declared), checking);
  const one = unwrapScalar(text, declared);
  if (one === wrongStyle) return false;
  return readingsOf(one, declared.shape).some((value) => fits(declared, value, checking));
}

/** The items of a joined list; in a header, blanks around them are ignored. */
function itemsIn(text: string, declared: DeclaredText): RawValue | typeof wrongStyle {
  const items = splitItems(text, declared);
  const isTrimmed = items !== wrongStyle && declared.location === 'header';
  return isTrimmed ? items.map((item) => item.trim()) : items;
}

/** The values that a text may be read as; the gateway accepts the text if one of them fits. */
function readingsOf(text: string, shape: ValueShape): readonly unknown[] {
  const { types } = shape;
  if (!types)
    return [text, ...anyReadings.map((one) => coerceText(text, one)).filter((one) => one !== malformed)];
  const value = coerceText(text, shape);
  if (value === malformed) return [];
  return value !== text && types.has('string') ? [value, text] : [value];
}

const anyReadings: readonly ValueShape[] = [{ types: new Set(['number']) }, { types: new Set(['boolean']) }];

function acceptsRaw(declared: DeclaredText, raw: RawValue | typeof wrongStyle, checking: Checking): boolean {
  if (raw === wrongStyle) return false;
  const value = coerceValue(raw, declared.shape);
  return value !== malformed && fits(declared, value, checking);
}

function fits({ schema }: DeclaredText, value: unknown, { direction, assumed }: Checking): boolean {
  return fitsSchema(value as Json, schema.flat, direction, assumed);
}

/** The value of a text as an item of a list; `malformed` if it does not fit the schema of the items. */
export function readItem({ schema, shape }: DeclaredText, text: string, direction: Direction): unknown {
  return readPart(text, shape.items, itemsOf(schema.flat), direction);
}

/** The value of a text as a member of an object; `malformed` if it does not fit the member's schema. */
export function readMember(
  { schema, shape }: DeclaredText,
  name: string,
  text: string,
  direction: Direction,
): unknown {
  const declared = propertyNamed(name, schema.flat) ?? schemaOfOthers(schema.flat);
  return readPart(text, shape.properties?.get(name), declared, direction);
}

function readPart(
  text: string,
  shape: ValueShape | undefined,
  schema: SchemaNode | undefined,
  direction: Direction,
): unknown {
  const value = coerceText(text, shape ?? anyShape);
  const isFit = value !== malformed && (!schema || fitsSchema(value as Json, schema.flat, direction));
  return isFit ? value : malformed;
}
