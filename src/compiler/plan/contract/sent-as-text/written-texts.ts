import type { Serialisation } from '../../../../openapi/serialisation.ts';
import { bordersOf, borderTexts, type Borders } from './border-texts.ts';
import { isNamed, type DeclaredText, type SentTexts } from './declared-text.ts';

type Members = readonly (readonly [name: string, text: string])[];

/** A value that is sent: one text, the items of a list, or the members of an object. */
type SentValue = { readonly one: string } | { readonly items: readonly string[] } | { readonly members: Members };

/** How many texts are combined in lists and objects. */
const maxCombined = 16;

/** What may be sent at the borders of two declarations of a value, written in the way of each. */
export function textsAtBorders(sides: readonly [DeclaredText, DeclaredText]): readonly SentTexts[] {
  const borders = bordersOf(sides.map(({ schema }) => schema));
  const texts = borderTexts(borders);
  const values: SentValue[] = texts.map((one) => ({ one }));
  const combined = texts.slice(0, maxCombined);
  if (sides.some(({ writing }) => hasItems(writing))) values.push(...listsOf(texts, combined, borders));
  if (sides.some(({ writing }) => hasMembers(writing))) values.push(...objectsOf(texts, combined, borders));
  return sides.flatMap((side) => values.map((value) => write(value, side))).filter((sent) => isSendable(sent, sides[0]));
}

function hasItems(writing: DeclaredText['writing']): boolean {
  return writing === 'list' || writing === 'repeated' || writing === 'opaque';
}

function hasMembers(writing: DeclaredText['writing']): boolean {
  return writing === 'object' || writing === 'pairs' || writing === 'deep' || writing === 'opaque';
}

function listsOf(
  texts: readonly string[],
  combined: readonly string[],
  { counts }: Borders,
): readonly SentValue[] {
  const lengths = new Set([...counts].flatMap((count) => [count, count + 1]).filter((count) => count > 2 && count < 12));
  return [
    { items: [] },
    ...texts.map((one) => ({ items: [one] })),
    ...combined.flatMap((one) => combined.map((other) => ({ items: [one, other] }))),
    ...[3, ...lengths].flatMap((length) =>
      combined.flatMap((one, index) => [
        { items: Array.from({ length }, () => one) },
        { items: Array.from({ length }, (_, at) => combined[(index + at) % combined.length] ?? one) },
      ]),
    ),
  ];
}

function objectsOf(
  texts: readonly string[],
  combined: readonly string[],
  { names }: Borders,
): readonly SentValue[] {
  const known = [...names].slice(0, 8);
  const all = [...known, 'other'];
  const pairs = known.flatMap((name, index) => known.slice(index + 1).map((other) => [name, other] as const));
  return [
    { members: [] },
    ...all.flatMap((name) => texts.map((text) => ({ members: [[name, text]] as const }))),
    ...pairs.flatMap(([name, other]) =>
      combined.flatMap((one) => combined.map((two) => ({ members: [[name, one], [other, two]] as const }))),
    ),
    ...known.flatMap((name) =>
      combined.flatMap((one) => [
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
