import type { Borders, NumericBorder } from '../keywords/facts/borders.ts';
import type { FlatSchema, SchemaNode } from '../keywords/facts/flat-schema.ts';
import { keywordFamilies, leadingFamilies } from '../keywords/keywords.ts';

/** The borders of some schemas. */
export interface BordersFound extends Borders {
  /** Whether all schemas were read. */
  readonly isWhole: boolean;
}

/** The maximum depth and number of schemas that are read. */
const [maxDepth, maxSchemas] = [8, 200];

/** The borders between values that schemas accept and refuse. */
export function bordersOf(schemas: readonly SchemaNode[]): BordersFound {
  const borders = {
    texts: new Set<string>(),
    numbers: new Set<number>(),
    lengths: new Set<number>(),
    counts: new Set<number>(),
    factors: new Set<number>(),
    formats: new Set<string>(),
    patterns: new Set<string>(),
    names: new Set<string>(),
  };
  let level: readonly SchemaNode[] = schemas;
  const seen = new Set<SchemaNode>();
  for (let depth = 0; depth < maxDepth && level.length > 0 && seen.size < maxSchemas; depth += 1) {
    const next: SchemaNode[] = [];
    for (const node of level) {
      if (seen.has(node)) continue;
      seen.add(node);
      addBorders(borders, node.flat);
      next.push(...below(node.flat));
    }
    level = next;
  }
  return { ...borders, isWhole: level.length === 0 };
}

/** The kind of border of each keyword with a number. */
const numericBorders: ReadonlyMap<string, NumericBorder> = new Map(
  keywordFamilies.flatMap(({ borders }) => Object.entries(borders ?? {})),
);

function addBorders(borders: Borders, flat: FlatSchema): void {
  for (const { value } of flat.leaves) {
    for (const family of keywordFamilies) family.addBorders?.(borders, value, flat);
    for (const [keyword, limit] of Object.entries(value)) {
      const border = typeof limit === 'number' ? numericBorders.get(keyword) : undefined;
      if (border) borders[border].add(limit as number);
    }
  }
}

/** The subschemas of a schema. */
function below(flat: FlatSchema): readonly SchemaNode[] {
  return leadingFamilies.flatMap((family) => family.schemasBelow?.(flat) ?? []);
}

/** The maximum length of a generated text. */
export const maxLength = 300;

/**
 * Texts at the borders of what schemas accept: each listed text, texts of each length, and numbers on each side of each
 * limit.
 */
export function borderTexts(borders: Borders): readonly string[] {
  const lengths = [
    ...new Set([...borders.lengths].flatMap((length) => [length - 1, length, length + 1])),
  ].filter((length) => length > 0 && length <= maxLength);
  const numbers = borderNumbers(borders);
  return [
    ...new Set([
      ...[...borders.texts].flatMap((text) => [text, `${text}x`, text.slice(0, -1), text.toUpperCase()]),
      ...numbers.flatMap((value) => spellingsOf(value, lengths)),
      ...lengths.flatMap((length) => ['x', 'a', '1', '-'].map((character) => character.repeat(length))),
      ...[...borders.formats].flatMap((format) => examples[format] ?? []),
      ...usual,
    ]),
  ];
}

/** Texts of every kind that the gateway reads differently or that patterns often distinguish. */
const usual = [
  ...'true false null 0 1 2 -1 0.5 01 1.0 1e0 +1 .5 1. 0x1 12 a b ab ba abc A aB Ab1 a-b a_b a.b a,b a|b a=1 é x1 1x'.split(
    ' ',
  ),
  ...'-0 00 2147483648 9007199254740993 1e400 12345678901234567890 a/b'.split(' '),
  ...'2020-01-01 2020-01-01T00:00:00Z YWI= a@b.org'.split(' '),
  '',
  ' ',
  ' 1',
  '1 ',
  'a b',
  'a\nb',
  '\n',
];

const examples: Readonly<Record<string, readonly string[]>> = {
  date: ['2020-02-29', '2021-02-29', '1999-12-31'],
  time: ['10:00:00Z', '10:00:00.5+01:00', '10:00'],
  'date-time': ['2020-02-29T10:00:00Z', '2020-02-29T10:00:00.5+01:00', '2020-02-29t10:00:00z'],
  duration: ['P1D', 'PT1H30M'],
  email: ['ada@example.org', 'a.b+c@example.org'],
  hostname: ['example', 'example.org'],
  ipv4: ['127.0.0.1', '255.255.255.255'],
  ipv6: ['::1', '2001:db8::1'],
  uri: ['https://example.org/a', 'urn:a:b', 'a:b'],
  'uri-reference': ['/a', 'https://example.org/a'],
  byte: ['YQ==', 'YWI=', 'YWJj', 'abcd'],
  uuid: ['3f0e6a14-6f4b-4c57-a3b0-3a8d8c8a9b10', 'urn:uuid:3F0E6A14-6F4B-4C57-A3B0-3A8D8C8A9B10'],
  int32: ['2147483647', '2147483648', '-2147483648', '-2147483649'],
  int64: ['9223372036854775807', '9223372036854775808', '-9223372036854775808', '1e300', '-1e300'],
};

function borderNumbers({ numbers, factors }: Borders): readonly number[] {
  const borders = [...new Set([0, ...numbers])].toSorted((a, b) => a - b);
  const found = borders.flatMap((border, index) => {
    const next = borders[index + 1] ?? border + 4;
    const between = (border + next) / 2;
    const near = [border - 1, border - 0.5, border, border + 0.5, border + 1, between, Math.round(between)];
    return [...near, ...[...factors].flatMap((factor) => multiplesNear(border, factor))];
  });
  return [...new Set([...found, ...productsOf([...factors])])].filter(Number.isFinite);
}

function multiplesNear(value: number, factor: number): readonly number[] {
  const multiple = Math.floor(value / factor) * factor;
  return [-1, 0, 1, 2].map((times) => rounded(multiple + times * factor));
}

function productsOf(factors: readonly number[]): readonly number[] {
  return factors.flatMap((one) => factors.map((other) => rounded(one * other)));
}

function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** Spellings of a number: with leading zeros up to some lengths, with a fraction, with an exponent. */
function spellingsOf(value: number, lengths: readonly number[]): readonly string[] {
  const text = String(value);
  if (text.includes('e')) return [text];
  const padded = lengths
    .filter((length) => length > text.length && length < 20)
    .map((length) => padTo(text, length));
  return [
    text,
    padTo(text, text.length + 1),
    text.includes('.') ? `${text}0` : `${text}.0`,
    `${text}e0`,
    ...padded,
  ];
}

function padTo(text: string, length: number): string {
  const zeros = '0'.repeat(length - text.length);
  return text.startsWith('-') ? `-${zeros}${text.slice(1)}` : zeros + text;
}
