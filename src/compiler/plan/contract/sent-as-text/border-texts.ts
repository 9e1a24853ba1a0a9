import { isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { FlatSchema, Located, SchemaNode } from '../schemas/flat-schema.ts';
import { formatOf } from '../schemas/flatten/read-representation.ts';
import { conditionKeywords } from '../schemas/schema-keywords.ts';

/** What the schemas of single texts distinguish, on both sides. */
export interface Borders {
  readonly texts: Set<string>;
  readonly numbers: Set<number>;
  readonly lengths: Set<number>;
  readonly counts: Set<number>;
  readonly factors: Set<number>;
  readonly formats: Set<string>;
  readonly patterns: Set<string>;
  /** The names of properties. */
  readonly names: Set<string>;
  /** Whether all schemas were read. */
  readonly isWhole: boolean;
}

/** Schemas are not read deeper than this, or in greater number. */
const [maxDepth, maxSchemas] = [8, 200];

export function bordersOf(schemas: readonly SchemaNode[]): Borders {
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

/** The least and the greatest number that the gateway accepts; with `multipleOf`, others beside them may be sent. */
const limitsOfFormats: Readonly<Record<string, readonly number[]>> = { int32: [-(2 ** 31), 2 ** 31 - 1] };

type OpenBorders = Omit<Borders, 'isWhole'>;

function addBorders(borders: OpenBorders, { leaves, properties, required }: FlatSchema): void {
  for (const name of [...properties.keys(), ...required.request, ...required.response])
    borders.names.add(name);
  for (const { value } of leaves) {
    const format = formatOf(value);
    if (format !== undefined) borders.formats.add(format);
    for (const limit of limitsOfFormats[format ?? ''] ?? []) borders.numbers.add(limit);
    if (typeof value['pattern'] === 'string') borders.patterns.add(value['pattern']);
    for (const listed of [value['const'], value['enum'], value['default']]) addListed(borders, listed);
    for (const [keyword, limit] of Object.entries(value)) {
      const set = typeof limit === 'number' ? setOf(keyword, borders) : undefined;
      if (set) set.add(limit as number);
    }
  }
}

function setOf(keyword: string, borders: OpenBorders): Set<number> | undefined {
  if (/^(exclusive)?(minimum|maximum)$/i.test(keyword)) return borders.numbers;
  if (keyword === 'multipleOf') return borders.factors;
  if (/^m(in|ax)Length$/.test(keyword)) return borders.lengths;
  return /^m(in|ax)(Items|Contains|Properties)$/.test(keyword) ? borders.counts : undefined;
}

function addListed(borders: OpenBorders, value: Json | undefined): void {
  if (typeof value === 'string') borders.texts.add(value);
  else if (typeof value === 'number') borders.numbers.add(value);
  else if (typeof value === 'boolean') borders.texts.add(String(value));
  else if (Array.isArray(value)) for (const one of value as readonly Json[]) addListed(borders, one);
  else if (isJsonObject(value)) for (const one of Object.values(value)) addListed(borders, one);
}

/** The schemas that a schema leads to. */
function below({
  choices,
  conditions,
  items,
  tuple,
  properties,
  additional,
  nodes,
}: FlatSchema): readonly SchemaNode[] {
  return [
    ...choices.flatMap(({ alternatives }) => alternatives),
    ...[...conditions.values()].flat().flatMap((condition) => schemasIn(condition, nodes)),
    ...(items ? [items] : []),
    ...tuple,
    ...properties.values(),
    ...(typeof additional === 'object' ? [additional] : []),
  ];
}

const schemaKeywords = conditionKeywords.flat();

function schemasIn({ value, pointer }: Located, nodes: FlatSchema['nodes']): readonly SchemaNode[] {
  return schemaKeywords.flatMap((keyword) => {
    const schema = value[keyword];
    return isJsonObject(schema) ? [nodes.nodeOf(schema, appendPointer(pointer, keyword))] : [];
  });
}

/** Longer texts are not made. */
export const maxLength = 300;

/** Texts at the borders of what schemas accept: each that is listed, of each length, and on each side of each number. */
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

/** Texts of every kind that the gateway reads in its own way, and that patterns distinguish. */
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

/** The ways to write a number: with zeros before it up to some lengths, with a fraction, with an exponent. */
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
