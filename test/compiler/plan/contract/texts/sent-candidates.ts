import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { SentDeclaration, SentPair } from './draw-sent-pair.ts';

const usual = [
  ...'0 1 2 3 10 11 -1 -2 0.5 1.5 1.0 01 +1 1e0 1E1 0.7 0.25 1e300 -1e300 0x1 -0 00 1. .5 2147483648 9007199254740993 1e400'.split(
    ' ',
  ),
  ...'true false TRUE null - a b c ab abc abcd A a,b 1,2 a|b a=1 a,1 a,1,b,2 2020-01-01 2021-01-01 2020-13-01'.split(
    ' ',
  ),
  ...'2020-01-01T00:00:00Z 2020-01-01T00:00:00.5+01:00 YWI= YWJj YWI a@b.org a@b 127.0.0.1 https://b.org/a'.split(
    ' ',
  ),
  '3f0e6a14-6f4b-4c57-a3b0-3a8d8c8a9b10',
  'urn:uuid:3f0e6a14-6f4b-4c57-a3b0-3a8d8c8a9b10',
  '',
  ' ',
  ' 1',
  '1 ',
  'a b',
  'a\nb',
  '\n',
  'é',
];

/** The texts of single values that are at the borders of two schemas. */
function ownTexts(schemas: readonly Json[]): readonly string[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) (value as readonly Json[]).forEach(visit);
    else if (isJsonObject(value))
      for (const [keyword, one] of Object.entries(value)) visitKeyword(keyword, one);
    else for (const text of spellingsOf(value)) found.add(text);
  };
  const visitKeyword = (keyword: string, value: Json): void => {
    if (/pattern|format|type|style/.test(keyword)) return;
    if (/Length|Items|Properties/.test(keyword) && typeof value === 'number') {
      for (const length of [value - 1, value, value + 1].filter((count) => count >= 0))
        for (const one of ['a', '1', 'b']) found.add(one.repeat(length));
    } else visit(value);
  };
  schemas.forEach(visit);
  return [...found];
}

function spellingsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value, `${value}x`, value.slice(0, -1), value.toUpperCase()];
  if (typeof value !== 'number') return [JSON.stringify(value)];
  const near = [value - 1, value - 0.5, value, value + 0.5, value + 1, value * 2];
  return [...near.map(String), `0${value}`, `${value}.0`, `+${value}`, `${value}e0`];
}

interface Members {
  readonly members: readonly (readonly [string, string])[];
}

type Value = string | readonly string[] | Members;

/** Values that are sent: single ones, lists, and objects with the members `a` and `b`. */
function valuesFor({ base, head }: SentPair): readonly Value[] {
  const schemas = [base.schema, head.schema];
  const texts = ownTexts(schemas);
  const scalars = [...new Set([...texts, ...usual])];
  const own = texts.concat(
    '1',
    'a',
    'true',
    '',
    'ab',
    '2020-01-01',
    '0',
    '2.5',
    'ada@b.org',
    'YWI=',
    '2020-01-01T00:00:00Z',
    '-',
  );
  const some = own.filter((_, index) => index % Math.ceil(own.length / 14) === 0 || index >= own.length - 12);
  const hasMembers = schemas.some((schema) => JSON.stringify(schema).includes('"properties"'));
  const hasLists = schemas.some((schema) => JSON.stringify(schema).includes('"array"'));
  const others: readonly Value[] = [
    ...scalars.map((one) => [one]),
    ...some.flatMap((one) => some.map((other) => [one, other])),
    ...some.flatMap((one) => [
      [one, one, one],
      [one, 'a', 'b'],
      ['1', '2', one],
      [one, one, one, one],
      [one, 'a', 'b', 'c'],
      ['1', '2', '3', one],
    ]),
  ];
  const objects: readonly Value[] = [
    { members: [] },
    ...scalars.map((a): Members => ({ members: [['a', a]] })),
    ...scalars.map((b): Members => ({ members: [['b', b]] })),
    ...some.flatMap((a) =>
      scalars.flatMap((b): readonly Members[] => [
        {
          members: [
            ['a', a],
            ['b', b],
          ],
        },
        {
          members: [
            ['a', b],
            ['b', a],
          ],
        },
      ]),
    ),
    ...some.flatMap((a): readonly Members[] => [
      {
        members: [
          ['a', a],
          ['c', a],
        ],
      },
      {
        members: [
          ['a', '1'],
          ['b', a],
          ['b', '2'],
        ],
      },
      {
        members: [
          ['a', a],
          ['a', 'a'],
          ['b', 'a'],
        ],
      },
    ]),
  ];
  return [
    ...scalars,
    [],
    ...(hasLists ? others : others.slice(0, 0)),
    ['a', 'a'],
    ...(hasMembers ? objects : []),
  ];
}

/** What requests may contain for a value, written in the ways of both documents: a query, form or cookies as a whole. */
export function candidatesFor(pair: SentPair): readonly string[] {
  const values = valuesFor(pair);
  const isNamed = pair.place === 'query' || pair.place === 'cookie' || pair.place === 'form';
  const write = isNamed ? writeNamed : writeAlone;
  const separator = pair.place === 'cookie' ? '; ' : '&';
  const texts = [pair.base, pair.head]
    .map((side) => wayOf(side, pair.place))
    .flatMap((way) => values.map((value) => write(value, way, separator)));
  const all = new Set(isNamed ? ['', ...texts] : texts);
  if (pair.place === 'path') return [...all].filter((text) => text !== '');
  // No header begins or ends with a blank, or has a line end.
  return pair.place.endsWith('header')
    ? [...all].filter((text) => text.trim() === text && !/[\n\t]/.test(text))
    : [...all];
}

interface Way {
  readonly style: string;
  readonly explode: boolean;
}

const collections: Readonly<Record<string, Way>> = {
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
  csv: { style: 'csv', explode: false },
};

function wayOf({ way }: SentDeclaration, place: SentPair['place']): Way {
  const { style = 'form', explode, collectionFormat } = way as JsonObject & { style?: string };
  const ofCollection = typeof collectionFormat === 'string' ? collections[collectionFormat] : undefined;
  return ofCollection ?? { style, explode: explode !== false && place !== 'cookie' };
}

const separators: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

function writeNamed(value: Value, { style, explode }: Way, separator: string): string {
  const pairs = (all: readonly (readonly [string, string])[]) =>
    all.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join(separator);
  if (typeof value === 'string') return pairs([['p', value]]);
  if (style === 'deepObject' && 'members' in value)
    return pairs(value.members.map(([name, text]) => [`p[${name}]`, text]));
  if (!explode) return pairs([['p', textsIn(value).join(separators[style] ?? ',')]]);
  return pairs('members' in value ? value.members : value.map((item) => ['p', item] as const));
}

/** In a path or in a header. */
function writeAlone(value: Value, { style, explode }: Way): string {
  const start = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  const name = style === 'matrix' ? 'p=' : '';
  if (typeof value === 'string') return `${start}${name}${value}`;
  if (!explode || (start === '' && !('members' in value)))
    return `${start}${name}${textsIn(value).join(separators[style] ?? ',')}`;
  const parts =
    'members' in value ? value.members.map((member) => member.join('=')) : value.map((item) => name + item);
  return `${start}${parts.join(start === '' ? ',' : start)}`;
}

function textsIn(value: Exclude<Value, string>): readonly string[] {
  return 'members' in value ? value.members.flat() : value;
}
