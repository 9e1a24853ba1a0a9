import type { JsonObject } from '#compiled/json.ts';

const scalars = [
  ...'0 1 2 3 4 6 10 11 12 -1 -2 -3 0.5 0.7 1.5 2.5 2.7 9.9 01 02 002 2.00 1.0 1e1 100 1000 300 3000 -300'.split(
    ' ',
  ),
  ...'true false a b ab aab bab c cc abcd a,b 1,2'.split(' '),
  '',
  'a b',
  'A\nA',
  'a\nb',
  '\n',
];
const few = [
  ...'0 1 2 3 12 0.5 0.7 2.7 1.5 -1 -2 -3 1.0 2.0 10 11 a b ab abcd true c 300 3000 -300'.split(' '),
  '',
  'a\nb',
];

const lists: readonly (readonly string[])[] = [
  [],
  ...scalars.map((one) => [one]),
  ...few.flatMap((one) => few.map((other) => [one, other])),
  ...few.flatMap((one) => [3, 4].map((length) => Array.from({ length }, () => one))),
  ...few.map((_, index) => few.concat(few).slice(index, index + 4)),
  ...['1 2 3', 'a b ab', 'b 1 b 2', 'a 1 b 1 b 2', 'a a a b b 1', 'true a b'].map((text) => text.split(' ')),
];

/** The members of an object in order, of which one may be sent twice. */
interface Members {
  readonly members: readonly (readonly [string, string])[];
}

const objects: readonly Members[] = [
  ...scalars.flatMap(
    (one) => [{ members: [['a', one]] }, { members: [['b', one]] }] satisfies readonly Members[],
  ),
  ...few.flatMap((a) =>
    few.map((b): Members => ({
      members: [
        ['a', a],
        ['b', b],
      ],
    })),
  ),
  ...few.map((a): Members => ({
    members: [
      ['a', a],
      ['a', 'a'],
      ['b', a],
      ['b', '1'],
    ],
  })),
  ...few.map((a): Members => ({
    members: [
      ['a', a],
      ['b', '1'],
      ['b', '2'],
    ],
  })),
  ...few.map((b): Members => ({
    members: [
      ['a', 'ab'],
      ['a', 'a'],
      ['b', b],
    ],
  })),
];

type Value = string | readonly string[] | Members;

/** The texts that requests may contain for a parameter `p`, written in its style; a query or cookies as a whole. */
export function textsFor(declared: JsonObject): readonly string[] {
  const { style, explode } = declared;
  const way = { style: typeof style === 'string' ? style : 'form', explode: explode === true };
  const isNamed = declared['in'] === 'query' || declared['in'] === 'cookie';
  const write = isNamed ? writeNamed : writeAlone;
  const texts = [...scalars, ...lists, ...objects].map((value) => write(value, way));
  // No path has an empty part.
  return declared['in'] === 'path' ? texts.filter((text) => text !== '') : texts;
}

interface Way {
  readonly style: string;
  readonly explode: boolean;
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** In a query or in cookies. */
function writeNamed(value: Value, { style, explode }: Way): string {
  const pairs = (all: readonly (readonly [string, string])[]) =>
    all.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
  if (typeof value === 'string') return pairs([['p', value]]);
  if (!explode) return pairs([['p', textsIn(value).join(separators[style] ?? ',')]]);
  return pairs('members' in value ? value.members : value.map((item) => ['p', item] as const));
}

/** In a path or in a header. */
function writeAlone(value: Value, { style, explode }: Way): string {
  const start = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  const name = style === 'matrix' ? 'p=' : '';
  if (typeof value === 'string') return `${start}${name}${value}`;
  if (!explode) return `${start}${name}${textsIn(value).join(',')}`;
  const parts =
    'members' in value ? value.members.map((member) => member.join('=')) : value.map((item) => name + item);
  return `${start}${parts.join(start === '' ? ',' : start)}`;
}

function textsIn(value: Exclude<Value, string>): readonly string[] {
  return 'members' in value ? value.members.flat() : value;
}
