import { canonicalJson } from '../../../../compiled/canonical-json.ts';
import type { Json } from '../../../../compiled/json.ts';
import type { Serialisation } from '../../../../openapi/serialisation.ts';
import { malformed } from '../../../../openapi/writing/coerce-value.ts';
import { borderTexts, type Borders } from './border-texts.ts';
import { isNamed, readItem, readMember, type DeclaredText, type SentTexts } from './declared-text.ts';
import type { Direction } from '../schemas/schema-fact.ts';

type Members = readonly (readonly [name: string, text: string])[];

/** A value that is sent: one text, the items of a list, or the members of an object. */
type SentValue = { readonly one: string } | { readonly items: readonly string[] } | { readonly members: Members };

/** How many texts are combined in lists and objects. */
const maxCombined = 12;

/** What may be sent at the borders of two declarations of a value, written in the way of each. */
export function textsAtBorders(
  sends: DeclaredText,
  takes: DeclaredText,
  borders: Borders,
  direction: Direction,
): readonly SentTexts[] {
  const sides = [sends, takes];
  const texts = borderTexts(borders);
  const values: SentValue[] = texts.map((one) => ({ one }));
  if (sides.some(({ writing }) => hasItems(writing))) {
    values.push(...listsOf(texts, differentItems(sends, texts, direction), borders));
  }
  if (sides.some(({ writing }) => hasMembers(writing))) values.push(...objectsOf(texts, borders, (name, text) => readMember(sends, name, text, direction) !== malformed));
  const ways = isWrittenAlike(sends, takes) ? [sends] : sides;
  return ways.flatMap((side) => values.map((value) => write(value, side))).filter((sent) => isSendable(sent, sends));
}

function hasItems(writing: DeclaredText['writing']): boolean {
  return writing === 'list' || writing === 'repeated' || writing === 'opaque';
}

function hasMembers(writing: DeclaredText['writing']): boolean {
  return writing === 'object' || writing === 'pairs' || writing === 'deep' || writing === 'opaque';
}

function isWrittenAlike({ serialisation: one }: DeclaredText, { serialisation: other }: DeclaredText): boolean {
  return one.style === other.style && one.explode === other.explode;
}

/** Texts that are sent as items of different values. */
function differentItems(sends: DeclaredText, texts: readonly string[], direction: Direction): readonly string[] {
  const found = new Map<string, string>();
  for (const text of texts) {
    const value = readItem(sends, text, direction);
    if (value !== malformed) found.set(canonicalJson(value as Json), text);
    if (found.size >= maxCombined) break;
  }
  return [...found.values()];
}

/** Lists of each text at the borders of their counts, alone and beside texts that are sent as items. */
function listsOf(texts: readonly string[], items: readonly string[], { counts }: Borders): readonly SentValue[] {
  const lengths = new Set([1, 2, 3, ...[...counts].flatMap((count) => [count - 1, count, count + 1])]);
  const some = [...lengths].filter((length) => length > 0 && length < 12);
  return [
    { items: [] },
    ...some.flatMap((length) => texts.map((one) => ({ items: Array.from({ length }, () => one) }))),
    ...some.filter((length) => length > 1).flatMap((length) => texts.map((one) => ({ items: beside(one, items, length) }))),
    ...items.flatMap((one) => items.map((other) => ({ items: [one, other] }))),
  ];
}

/** A text, and as many others. */
function beside(text: string, others: readonly string[], length: number): readonly string[] {
  const different = others.filter((other) => other !== text);
  return [text, ...Array.from({ length: length - 1 }, (_, index) => different[index % Math.max(1, different.length)] ?? text)];
}

/** More properties are not combined. */
const maxProperties = 30;

/** As many members, the known ones first. */
function ofCount(filled: Members, count: number): Members {
  const others = Array.from({ length: Math.max(0, Math.min(count, 12) - filled.length) }, (_, index) => [`other${index}`, 'a'] as const);
  return [...filled.slice(0, Math.max(0, count)), ...others];
}

/** Objects whose members fit but for one, with all members or with few. */
function objectsOf(
  texts: readonly string[],
  { names, counts }: Borders,
  fits: (name: string, text: string) => boolean,
): readonly SentValue[] {
  const known = [...names].slice(0, maxProperties);
  const filled: Members = known.flatMap((name) => {
    const text = texts.find((one) => fits(name, one));
    return text === undefined ? [] : [[name, text] as const];
  });
  const without = (name: string) => filled.filter(([other]) => other !== name);
  const around = known.length > 2 ? (name: string) => [filled, without(name)] : (name: string) => [filled, without(name), []];
  return [
    { members: [] },
    { members: filled },
    ...[...counts].flatMap((count) => [count - 1, count, count + 1]).map((count) => ({ members: ofCount(filled, count) })),
    ...known.map((name) => ({ members: without(name) })),
    ...filled.map((member) => ({ members: [member] })),
    ...[...known, 'other'].flatMap((name) =>
      texts.flatMap((text) =>
        around(name).flatMap((members) => [
          { members: [...members.filter(([other]) => other !== name), [name, text] as const] },
          ...(members === filled ? [{ members: [...members, [name, text] as const] }] : []),
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
  return isNamed(side) ? writeNamed(value, side) : writeAlone(value, side);
}

function writeNamed(value: SentValue, { name, serialisation, location }: DeclaredText): SentTexts {
  const { style } = serialisation;
  // In cookies, lists and objects are in one text.
  const explode = serialisation.explode && location !== 'cookie';
  if ('one' in value) return [[name, value.one]];
  if ('members' in value && style === 'deepObject') return value.members.map(([member, text]) => [`${name}[${member}]`, text]);
  if (explode) return 'members' in value ? value.members : value.items.map((item) => [name, item]);
  return [[name, textsIn(value).join(separators[style] ?? ',')]];
}

/** In a path or in a header. */
function writeAlone(value: SentValue, { name, serialisation }: DeclaredText): string {
  const { style, explode } = serialisation;
  const [start, before] = style === 'label' ? ['.', ''] : style === 'matrix' ? [';', `${name}=`] : ['', ''];
  if ('one' in value) return start + before + value.one;
  if (!explode) return start + before + textsIn(value).join(separators[style] ?? ',');
  const parts = 'members' in value ? value.members.map((member) => member.join('=')) : value.items.map((item) => before + item);
  return start + parts.join(start === '' ? ',' : start);
}

function textsIn(value: Exclude<SentValue, { readonly one: string }>): readonly string[] {
  return 'members' in value ? value.members.flat() : value.items;
}

/** No part of a path is empty, and no header begins or ends with a blank or has a line end. */
function isSendable(sent: SentTexts, { location }: DeclaredText): boolean {
  if (typeof sent !== 'string') return sent.length > 0;
  if (location === 'path') return sent !== '';
  return sent.trim() === sent && !/[\n\t]/.test(sent);
}
