import type { RawValue } from './coerce-value.ts';
import type { Serialisation } from '../serialisation.ts';

/** Alternating names and values. */
export type Entries = readonly string[];

/** Marks a text that is not written in the declared style. */
export const wrongStyle: unique symbol = Symbol('wrong style');

const separators: Readonly<Record<Serialisation['style'], string>> = {
  simple: ',',
  form: ',',
  label: ',',
  matrix: ',',
  cookie: ',',
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
  deepObject: ',',
  json: ',',
  opaque: ',',
};

/** How the values of a parameter are written, and the parameter's name, which the style `matrix` repeats. */
interface Writing {
  readonly name: string;
  readonly serialisation: Serialisation;
}

/** The items of an array that is written as one text (OpenAPI 3.1, section 4.8.12.6). */
export function splitItems(text: string, writing: Writing): readonly string[] | typeof wrongStyle {
  const { style, explode } = writing.serialisation;
  if (style === 'label') return splitPrefixed(text, '.', explode);
  if (style !== 'matrix') return text === '' ? [] : text.split(separators[style]);
  if (!explode) return splitOrRefuse(unwrapNamed(text, writing));
  const items = splitPrefixed(text, ';', true);
  if (items === wrongStyle) return wrongStyle;
  const values = items.map((item) => unwrapNamed(`;${item}`, writing));
  return values.every((value) => value !== wrongStyle) ? values : wrongStyle;
}

/** The members of an object that is written as one text. */
export function splitMembers(text: string, writing: Writing): RawValue | typeof wrongStyle {
  const { style, explode } = writing.serialisation;
  const items = style === 'matrix' && explode ? splitPrefixed(text, ';', true) : splitItems(text, writing);
  if (items === wrongStyle) return wrongStyle;
  if (explode) return joinPairs(items.flatMap(splitPair));
  return items.length % 2 === 0 ? joinPairs(items) : wrongStyle;
}

/** The text of a scalar, without the prefix that two styles of path parameters have. */
export function unwrapScalar(text: string, writing: Writing): string | typeof wrongStyle {
  const { style } = writing.serialisation;
  if (style === 'matrix') return unwrapNamed(text, writing);
  if (style !== 'label') return text;
  return text.startsWith('.') ? text.slice(1) : wrongStyle;
}

/** The value after `;name=` (RFC 6570 section 3.2.7). */
function unwrapNamed(text: string, { name }: Writing): string | typeof wrongStyle {
  if (text === `;${name}`) return '';
  return text.startsWith(`;${name}=`) ? text.slice(name.length + 2) : wrongStyle;
}

function splitPrefixed(
  text: string,
  prefix: string,
  explode: boolean,
): readonly string[] | typeof wrongStyle {
  return text.startsWith(prefix) ? text.slice(1).split(explode ? prefix : ',') : wrongStyle;
}

function splitOrRefuse(text: string | typeof wrongStyle): readonly string[] | typeof wrongStyle {
  return text === wrongStyle ? wrongStyle : text.split(',');
}

function splitPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** An object of the entries, each under its own name. A repeated name makes a list. */
export function joinPairs(entries: Entries): RawValue {
  const members = Object.create(null) as Record<string, RawValue>;
  for (let index = 0; index < entries.length; index += 2) {
    addMember(members, entries[index] ?? '', entries[index + 1] ?? '');
  }
  return members;
}

/**
 * An object of the entries, whose names may be nested: `filter[a][b]` is passed as `a][b`, and becomes the member `b`
 * of `a`.
 */
export function joinDeep(entries: Entries): RawValue | typeof wrongStyle {
  const root = Object.create(null) as Record<string, RawValue>;
  for (let index = 0; index < entries.length; index += 2) {
    const names = (entries[index] ?? '').split('][');
    const holder = holderOf(root, names.slice(0, -1));
    if (!holder) return wrongStyle;
    addMember(holder, names.at(-1) ?? '', entries[index + 1] ?? '');
  }
  return root;
}

/** The maximum nesting of names; real requests do not nest deeper. */
const maxNames = 8;

function holderOf(
  root: Record<string, RawValue>,
  names: readonly string[],
): Record<string, RawValue> | undefined {
  if (names.length > maxNames) return undefined;
  let holder = root;
  for (const name of names) {
    const member = (holder[name] ??= Object.create(null) as Record<string, RawValue>);
    if (typeof member === 'string' || Array.isArray(member)) return undefined;
    holder = member as Record<string, RawValue>;
  }
  return holder;
}

function addMember(members: Record<string, RawValue>, name: string, value: string): void {
  const before = members[name];
  if (before === undefined) members[name] = value;
  else if (Array.isArray(before)) (before as RawValue[]).push(value);
  else members[name] = [before, value];
}
