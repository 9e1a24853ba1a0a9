import type { RawValue } from './coerce-value.ts';
import type { Serialisation } from './operation-contract.ts';

/** Names and values in turn. */
export type Entries = readonly string[];

/** Stands for a text that is not written in the style that is declared. */
export const wrongStyle: unique symbol = Symbol('wrong style');

const separators: Readonly<Record<Serialisation['style'], string>> = {
  simple: ',',
  form: ',',
  label: ',',
  space: ' ',
  tab: '\t',
  pipe: '|',
  deep: ',',
  json: ',',
  opaque: ',',
};

/** The items of an array that is written as one text (OpenAPI 3.1, section 4.8.12.6). */
export function splitItems(
  text: string,
  { style, explode }: Serialisation,
): readonly string[] | typeof wrongStyle {
  if (style !== 'label') return text === '' ? [] : text.split(separators[style]);
  return text.startsWith('.') ? text.slice(1).split(explode ? '.' : ',') : wrongStyle;
}

/** The members of an object that is written as one text. */
export function splitMembers(text: string, serialisation: Serialisation): RawValue | typeof wrongStyle {
  const items = splitItems(text, serialisation);
  if (items === wrongStyle) return wrongStyle;
  if (serialisation.explode) return joinPairs(items.flatMap(splitPair));
  return items.length % 2 === 0 ? joinPairs(items) : wrongStyle;
}

/** A scalar in a path may have something before it, too. */
export function unwrapScalar(text: string, { style }: Serialisation): string | typeof wrongStyle {
  if (style !== 'label') return text;
  return text.startsWith('.') ? text.slice(1) : wrongStyle;
}

function splitPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** An object of entries, each under its own name; a name that comes again makes a list. */
export function joinPairs(entries: Entries): RawValue {
  const members = Object.create(null) as Record<string, RawValue>;
  for (let index = 0; index < entries.length; index += 2) {
    addMember(members, entries[index] ?? '', entries[index + 1] ?? '');
  }
  return members;
}

/** Names like `a][b` lead to members of members, which is how `filter[a][b]` comes apart. */
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

/** Deeper than that nobody nests. */
const mostNames = 8;

function holderOf(
  root: Record<string, RawValue>,
  names: readonly string[],
): Record<string, RawValue> | undefined {
  if (names.length > mostNames) return undefined;
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
