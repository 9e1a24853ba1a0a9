import type { Serialisation } from '../../../../openapi/serialisation.ts';
import { borderTexts, type Borders } from './border-texts.ts';
import { isNamed, mayBeItem, type DeclaredText, type SentTexts } from './declared-text.ts';
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
    const items = texts.filter((text) => mayBeItem(sends, text, direction));
    values.push(...listsOf(texts, items, borders));
  }
  if (sides.some(({ writing }) => hasMembers(writing))) values.push(...objectsOf(texts, borders));
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

/** Lists of each text at the borders of their counts, alone and beside texts that are sent as items. */
function listsOf(texts: readonly string[], items: readonly string[], { counts }: Borders): readonly SentValue[] {
  const lengths = new Set([1, 2, 3, ...[...counts].flatMap((count) => [count - 1, count, count + 1])]);
  const some = [...lengths].filter((length) => length > 0 && length < 12);
  const others = items.slice(0, maxCombined);
  return [
    { items: [] },
    ...some.flatMap((length) => texts.map((one) => ({ items: Array.from({ length }, () => one) }))),
    ...some.filter((length) => length > 1).flatMap((length) => texts.map((one) => ({ items: beside(one, others, length) }))),
    ...others.flatMap((one) => others.map((other) => ({ items: [one, other] }))),
  ];
}

/** A text, and as many others. */
function beside(text: string, others: readonly string[], length: number): readonly string[] {
  const different = others.filter((other) => other !== text);
  return [text, ...Array.from({ length: length - 1 }, (_, index) => different[index % Math.max(1, different.length)] ?? text)];
}

function objectsOf(texts: readonly string[], { names }: Borders): readonly SentValue[] {
  const known = [...names].slice(0, 8);
  const combined = texts.slice(0, maxCombined);
  const pairs = known.flatMap((name) => known.filter((other) => other !== name).map((other) => [name, other] as const));
  return [
    { members: [] },
    ...[...known, 'other'].flatMap((name) => texts.map((text) => ({ members: [[name, text]] as const }))),
    ...pairs.flatMap(([name, other]) =>
      texts.flatMap((one) => combined.map((two) => ({ members: [[name, one], [other, two]] as const }))),
    ),
    ...known.flatMap((name) =>
      texts.flatMap((one) => [
        { members: [[name, one], [name, combined[0] ?? '']] as const },
        { members: [...known.map((each) => [each, one] as const), ['other', one]] as const },
      ]),
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

function writeNamed(value: SentValue, { name, serialisation }: DeclaredText): SentTexts {
  const { style, explode } = serialisation;
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
  if (typeof sent !== 'string') return true;
  if (location === 'path') return sent !== '';
  return sent.trim() === sent && !/[\n\t]/.test(sent);
}
