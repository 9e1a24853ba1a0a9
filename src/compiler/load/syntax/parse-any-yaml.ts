import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { PlacePart } from '#compiler/workspace/sources.ts';
import {
  SourceFile,
  type SourceDocument,
  type Span,
  type SyntaxProblem,
} from '#compiler/workspace/source-file.ts';
import { splitPointer } from '#source/place.ts';
import { findUnfitValue } from './find-unfit-value.ts';
import { numberTextsOf } from './yaml-number-texts.ts';
import { isTooDeep, maximumDepth } from './nesting.ts';
import { findErrorNearby } from './errors/find-error-nearby.ts';
import { lexYaml } from './errors/lex-yaml.ts';
import { yamlOptions } from './errors/yaml-options.ts';
import { findYamlProblems } from './errors/yaml-problems.ts';

/**
 * The length, in characters, above which the library takes seconds. Longer texts are first searched for an error where
 * the fast reader gives up.
 */
const largeText = 500_000;

/** Parses YAML 1.2 with a library that supports all of it and reports errors. */
export function parseAnyYaml(path: string, text: string): SourceFile {
  const nearby = text.length > largeText ? findErrorNearby(text) : undefined;
  if (nearby) return new SourceFile(path, text, [], [nearby]);
  const problems: SyntaxProblem[] = [];
  const parsed = parseAllDocuments(text, yamlOptions);
  const documents = [...parsed].map((document) => readDocument(document, text, problems));
  return new SourceFile(path, text, documents, problems);
}

function readDocument(document: Document.Parsed, text: string, problems: SyntaxProblem[]): SourceDocument {
  const found = findYamlProblems(document, text);
  problems.push(...found);
  const isBroken = found.length > 0;
  // Further errors in a malformed document result from those that are already reported.
  const value = toValue(document, isBroken ? [] : problems);
  return {
    ...(isBroken ? { value: undefined, remains: value } : { value }),
    locate: (pointer, part) => locateInDocument(document, pointer, part),
    scalarText: (pointer) => scalarTextOf(document, pointer),
    numberTexts: () => numberTextsOf(document),
  };
}

/** Converts a document to plain JSON; undefined, with a problem, if that is not possible. */
function toValue(document: Document.Parsed, problems: SyntaxProblem[]): unknown {
  const problemAt = (pointer: string, code: SyntaxProblem['code'], message: string, help: string) => {
    problems.push({ code, message, help, span: locateInDocument(document, splitPointer(pointer), 'value') });
    return undefined;
  };
  try {
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    if (isTooDeep(value))
      return problemAt(
        '',
        'nesting-too-deep',
        tooDeep,
        'Move the inner parts into components and refer to them.',
      );
    const unfit = findUnfitValue(value);
    if (!unfit) return value ?? undefined;
    return problemAt(unfit.pointer, 'unfit-value', unfit.message, 'Write a value that JSON supports.');
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    return problemAt('', 'yaml-syntax', `${error.message}.`, 'Write the value instead of the alias.');
  }
}

const tooDeep = `The document exceeds the nesting limit of ${maximumDepth} levels, or contains itself.`;

function locateInDocument(document: Document.Parsed, pointer: readonly string[], part: PlacePart): Span {
  let node: Node | null = document.contents;
  let span = spanOf(node) ?? { start: document.range[0], end: document.range[0] };
  for (const [index, token] of pointer.entries()) {
    const member = memberOf(document, node, token);
    if (!member) return span;
    const wantsKey = part === 'key' && index === pointer.length - 1;
    span = (wantsKey ? spanOf(member.key) : undefined) ?? spanOf(member.value) ?? spanOf(member.key) ?? span;
    node = member.value;
  }
  return span;
}

interface Member {
  readonly key: Node | null;
  readonly value: Node | null;
}

function memberOf(document: Document.Parsed, parent: Node | null, token: string): Member | undefined {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (isSeq<Node>(node)) {
    const item = node.items[Number(token)];
    return item && { key: null, value: item };
  }
  if (!isMap<Node, Node | null>(node)) return undefined;
  const pair = pairOf(node, token);
  return pair && { key: pair.key, value: pair.value };
}

const pairsOfMaps = new WeakMap<object, ReadonlyMap<string, Pair<Node, Node | null>>>();

/** Looks up a key in a cached index of the mapping, since findings look up keys often. */
function pairOf(map: YAMLMap<Node, Node | null>, token: string): Pair<Node, Node | null> | undefined {
  const pairs =
    pairsOfMaps.get(map) ??
    new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])));
  pairsOfMaps.set(map, pairs);
  return pairs.get(token);
}

/** The span of a node; undefined for an empty value, for which the key's span is used. */
function spanOf(node: Node | null): Span | undefined {
  if (!node?.range || node.range[0] === node.range[1]) return undefined;
  return { start: node.range[0], end: node.range[1] };
}

function scalarTextOf(document: Document.Parsed, pointer: readonly string[]): string | undefined {
  let node: Node | null = document.contents;
  for (const token of pointer) node = memberOf(document, node, token)?.value ?? null;
  if (isAlias(node)) node = node.resolve(document) ?? null;
  return isScalar(node) ? node.source : undefined;
}

/** The spans of the comments in a YAML text, each from its `#` to the end of the line, without the line break. */
export function findComments(text: string): readonly Span[] {
  return [...lexYaml(text)]
    .filter(({ source, kind }) => kind === 'other' && source.startsWith('#'))
    .map(({ source, at }) => ({ start: at, end: at + source.length }));
}
