import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Document, isCollection, isMap, isScalar, parseAllDocuments, visit, type Node } from 'yaml';
import type { Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';

/** A file in some layout, its values, and the locations of its mappings and sequences. */
export interface WrittenFile {
  readonly text: string;
  readonly values: readonly Json[];
  readonly maps: readonly { document: number; pointer: string }[];
  readonly sequences: readonly { document: number; pointer: string }[];
  /** All of its values. */
  readonly places: readonly { document: number; pointer: string }[];
}

const text = fc.oneof(
  fc.constantFrom(
    'x',
    'a b',
    '',
    'yes',
    '12',
    'two\nlines',
    'kept\n\n',
    'end  \n \n',
    '# no comment',
    '{',
    "it's",
    'ü漢',
  ),
  fc.string({ maxLength: 8 }),
);
const key = fc.oneof(
  fc.constantFrom('name', 'url', 'a/b', '~', '200', 'two words'),
  fc.stringMatching(/^[a-z]{1,6}$/),
);
export const { anything } = fc.letrec<{ anything: Json }>((tie) => ({
  anything: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('anything'), { maxLength: 3 }),
    fc.dictionary(key, tie('anything'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const root = fc.dictionary(key, anything, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

/** YAML files of one to three documents, in block and flow style, with comments, blank lines and either line break. */
export const writtenYaml: fc.Arbitrary<WrittenFile> = fc
  .record({
    values: fc.array(root, { minLength: 1, maxLength: 3 }),
    choices: fc.array(fc.nat(5), { minLength: 7, maxLength: 20 }),
    indent: fc.integer({ min: 1, max: 4 }),
    indentSeq: fc.boolean(),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '# the end\n', '\n\n'),
  })
  .map(({ values, choices, indent, indentSeq, lineBreak, end }) => {
    const next = takeTurns(choices);
    const documents = values.map((one) => decorate(new Document(one), next));
    const options = { indent, indentSeq, lineWidth: 0 };
    const written = documents.map((document) => document.toString(options)).join('---\n') + end;
    return describe(written.replaceAll('\n', lineBreak), values);
  })
  .filter(({ text: written, values }) => isDeepStrictEqual(readBack(written), values));

/** JSON on one line, compact or not, or on several. */
export const writtenJson: fc.Arbitrary<WrittenFile> = fc
  .record({
    value: root,
    indent: fc.constantFrom('', ' ', '  ', '\t'),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n'),
  })
  .map(({ value, indent, lineBreak, end }) => {
    const written = JSON.stringify(value, null, indent) + end;
    return describe(written.replaceAll('\n', lineBreak), [value]);
  });

function describe(written: string, values: readonly Json[]): WrittenFile {
  const find = (wanted: (value: Json) => boolean) =>
    values.flatMap((one, document) => pointersTo(one, wanted).map((pointer) => ({ document, pointer })));
  return {
    text: written,
    values,
    maps: find(isJsonMap),
    sequences: find(Array.isArray),
    places: find(() => true),
  };
}

/** The real content of the text: the library that writes it gets a rare layout wrong. */
function readBack(written: string): readonly unknown[] {
  return parseAllDocuments(written).map((document) =>
    document.errors.length > 0 ? document.errors : document.toJS(),
  );
}

function takeTurns(choices: readonly number[]): () => number {
  let index = 0;
  return () => choices[index++ % choices.length] ?? 0;
}

function decorate(document: Document, next: () => number): Document {
  visit(document, (_, node) => {
    if (isCollection(node)) node.flow = next() === 0;
    if (isScalar(node) && next() === 1) node.type = 'QUOTE_DOUBLE';
    if (isMap(node) || isScalar(node)) comment(node, next());
  });
  return document;
}

function comment(node: Node, choice: number): void {
  if (choice === 2) node.comment = ' beside or below';
  if (choice === 3) node.commentBefore = ' above';
  if (choice === 4) node.spaceBefore = true;
}

function isJsonMap(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pointersTo(value: Json, wanted: (value: Json) => boolean, pointer = ''): readonly string[] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const inside = members.flatMap(([name, member]: [string, Json]) =>
    pointersTo(member, wanted, appendPointer(pointer, name)),
  );
  return wanted(value) ? [pointer, ...inside] : inside;
}
