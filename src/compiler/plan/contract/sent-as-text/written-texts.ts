import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Serialisation } from '#openapi/serialisation.ts';
import { malformed } from '#openapi/writing/coerce-value.ts';
import { borderTexts, type BordersFound } from './border-texts.ts';
import { isNamed, readItem, readMember, type DeclaredText, type SentTexts } from './declared-text.ts';
import type { Direction } from '../keywords/facts/schema-fact.ts';
import { hasDifferentItems } from '../keywords/limits.ts';

type Members = readonly (readonly [name: string, text: string])[];

/** The texts of a sent value: one text, the items of a list, or the members of an object. */
type SentValue =
  | { readonly one: string }
  | { readonly items: readonly string[] }
  | { readonly members: Members };

/** The maximum number of texts that are combined in lists and objects. */
const maxCombined = 12;

/** A sample of a sent value. */
export interface Sample {
  readonly sent: SentTexts;
  /** The text in the sample that varies between samples. */
  readonly varied: string;
}

interface Samples {
  readonly all: readonly Sample[];
  /** Whether valid texts were found for all the other items or members of the samples. */
  readonly areFilled: boolean;
}

/** Samples at the borders of two declarations of a value, written in the style of each. */
export function samplesAtBorders(
  sends: DeclaredText,
  takes: DeclaredText,
  borders: BordersFound,
  direction: Direction,
): Samples {
  const sides = [sends, takes];
  const texts = borderTexts(borders);
  const values: Varied[] = texts.map((varied) => ({ varied, value: { one: varied } }));
  const items = differentItems(sends, texts, direction);
  if (sides.some(({ writing }) => hasItems(writing))) values.push(...listsOf(texts, items, borders));
  const filled = fillMembers(sends, texts, borders, direction);
  if (sides.some(({ writing }) => hasMembers(writing))) values.push(...objectsOf(texts, filled, borders));
  const ways = isWrittenAlike(sends, takes) ? [sends] : sides;
  const all = ways.flatMap((side) =>
    values.map(({ value, varied }) => ({ sent: write(value, side), varied })),
  );
  return {
    all: all.filter(({ sent }) => isSendable(sent, sends)),
    areFilled: hasMembers(sends.writing)
      ? filled.known.length === borders.names.size
      : isFilledList(sends, items, borders),
  };
}

interface Varied {
  readonly varied: string;
  readonly value: SentValue;
}

/** Whether there are enough texts to fill a list with different items. */
function isFilledList(
  { schema }: DeclaredText,
  { length }: readonly string[],
  { counts }: BordersFound,
): boolean {
  return !hasDifferentItems(schema.flat) || length > Math.max(2, ...counts);
}

function hasItems(writing: DeclaredText['writing']): boolean {
  return writing === 'list' || writing === 'repeated' || writing === 'opaque';
}

function hasMembers(writing: DeclaredText['writing']): boolean {
  return writing === 'object' || writing === 'pairs' || writing === 'deep' || writing === 'opaque';
}

function isWrittenAlike(
  { serialisation: one }: DeclaredText,
  { serialisation: other }: DeclaredText,
): boolean {
  return one.style === other.style && one.explode === other.explode;
}

/** Texts that are read as different items. */
function differentItems(
  sends: DeclaredText,
  texts: readonly string[],
  direction: Direction,
): readonly string[] {
  const found = new Map<string, string>();
  for (const text of texts) {
    const value = readItem(sends, text, direction);
    if (value !== malformed) found.set(canonicalJson(value), text);
    if (found.size >= maxCombined) break;
  }
  return [...found.values()];
}

/** Lists of each text with lengths at the borders: with copies of that text, and with other valid items. */
function listsOf(
  texts: readonly string[],
  items: readonly string[],
  { counts }: BordersFound,
): readonly Varied[] {
  const lengths = new Set([1, 2, 3, ...[...counts].flatMap((count) => [count - 1, count, count + 1])]);
  const some = [...lengths].filter((length) => length > 0 && length < 12);
  return [
    { varied: '', value: { items: [] } },
    ...texts.flatMap((varied) =>
      [
        ['', varied],
        [varied, ''],
      ].map((both) => ({ varied, value: { items: both } })),
    ),
    ...some.flatMap((length) =>
      texts.flatMap((varied) => [
        { varied, value: { items: Array.from({ length }, () => varied) } },
        ...(length > 1 ? [{ varied, value: { items: listWith(varied, items, length) } }] : []),
      ]),
    ),
    ...items.flatMap((varied) => items.map((other) => ({ varied, value: { items: [varied, other] } }))),
  ];
}

/** A list of `length` items: a text, then different ones if there are any. */
function listWith(text: string, others: readonly string[], length: number): readonly string[] {
  const different = others.filter((other) => other !== text);
  return [
    text,
    ...Array.from(
      { length: length - 1 },
      (_, index) => different[index % Math.max(1, different.length)] ?? text,
    ),
  ];
}

/** The maximum number of properties that are combined. */
const maxProperties = 30;

/** Valid texts for the named properties, and for any other property. */
interface Filled {
  readonly known: Members;
  readonly other: string;
}

/** The first `count` members, filled up with other properties if there are too few. */
function ofCount(members: Members, count: number, other: string): Members {
  const others = Array.from(
    { length: Math.max(0, Math.min(count, 12) - members.length) },
    (_, index) => [`other${index}`, other] as const,
  );
  return [...members.slice(0, Math.max(0, count)), ...others];
}

/** A valid text for each named property, if there is one; texts with a separator, which may be split, come last. */
function fillMembers(
  sends: DeclaredText,
  texts: readonly string[],
  { names }: BordersFound,
  direction: Direction,
): Filled {
  const isSplit = (text: string) => Number(/[,;.=|\s]/.test(text));
  const plainFirst = texts.toSorted((a, b) => isSplit(a) - isSplit(b));
  const textOf = (name: string) =>
    plainFirst.find((text) => readMember(sends, name, text, direction) !== malformed);
  const known = [...names].slice(0, maxProperties).flatMap((name) => {
    const text = textOf(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { known, other: textOf('other') ?? 'a' };
}

/**
 * Objects of valid members except for one varied text: with all members, with few, and with as many as limits require.
 */
function objectsOf(
  texts: readonly string[],
  { known: filled, other }: Filled,
  { names, counts }: BordersFound,
): readonly Varied[] {
  const known = [...names].slice(0, maxProperties);
  const without = (name: string) => filled.filter(([one]) => one !== name);
  const atCounts = (members: Members, limits: readonly number[]): readonly Members[] =>
    limits.filter((limit) => limit > members.length).map((limit) => ofCount(members, limit, other));
  const limits = [...counts];
  const around = (name: string): readonly Members[] => [
    filled,
    without(name),
    ...(known.length > 2 ? [] : [[]]),
    ...atCounts(filled, limits),
  ];
  const plain: readonly Members[] = [
    [],
    filled,
    ...limits.flatMap((count) => [count - 1, count, count + 1]).map((count) => ofCount(filled, count, other)),
    ...known.flatMap((name) => [
      without(name),
      ...atCounts(without(name), [without(name).length + 1, ...limits]),
    ]),
    ...filled.map((member) => [member]),
  ];
  return [
    ...plain.map((members) => ({ varied: '', value: { members } })),
    ...[...known, 'other'].flatMap((name) =>
      texts.flatMap((varied) =>
        around(name).flatMap((members) => [
          {
            varied,
            value: { members: [...members.filter(([one]) => one !== name), [name, varied] as const] },
          },
          ...(members === filled
            ? [{ varied, value: { members: [...members, [name, varied] as const] } }]
            : []),
        ]),
      ),
    ),
  ];
}

const separators: Readonly<Partial<Record<Serialisation['style'], string>>> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
};

function write(value: SentValue, side: DeclaredText): SentTexts {
  return isNamed(side) ? writeNamed(value, side) : writeUnnamed(value, side);
}

function writeNamed(value: SentValue, { name, serialisation, location }: DeclaredText): SentTexts {
  const { style } = serialisation;
  // A cookie contains a list or an object in one text.
  const explode = serialisation.explode && location !== 'cookie';
  if ('one' in value) return [[name, value.one]];
  if ('members' in value && style === 'deepObject')
    return value.members.map(([member, text]) => [`${name}[${member}]`, text]);
  if (explode) return 'members' in value ? value.members : value.items.map((item) => [name, item]);
  return [[name, textsIn(value).join(separators[style] ?? ',')]];
}

/** Writes a value in a path or a header. */
function writeUnnamed(value: SentValue, { name, serialisation }: DeclaredText): string {
  const { style, explode } = serialisation;
  const [start, before] = style === 'label' ? ['.', ''] : style === 'matrix' ? [';', `${name}=`] : ['', ''];
  if ('one' in value) return start + before + value.one;
  if (!explode) return start + before + textsIn(value).join(separators[style] ?? ',');
  const parts =
    'members' in value
      ? value.members.map((member) => member.join('='))
      : value.items.map((item) => before + item);
  return start + parts.join(start === '' ? ',' : start);
}

function textsIn(value: Exclude<SentValue, { readonly one: string }>): readonly string[] {
  return 'members' in value ? value.members.flat() : value.items;
}

/**
 * Whether a text can be sent: path segments are not empty, and headers neither begin or end with a blank nor contain
 * line breaks.
 */
function isSendable(sent: SentTexts, { location }: DeclaredText): boolean {
  if (typeof sent !== 'string') return sent.length > 0;
  if (location === 'path') return sent !== '';
  return sent.trim() === sent && !/[\n\t]/.test(sent);
}
