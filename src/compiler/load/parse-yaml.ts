import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
  type Node,
  type Pair,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { PlacePart } from '../workspace/sources.ts';
import { SourceFile, type SourceDocument, type Span, type SyntaxProblem } from '../workspace/source-file.ts';
import { isTooDeep, maximumDepth } from './nesting.ts';

const helpOfCode: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  TAB_AS_INDENT: 'Indent with spaces; YAML does not allow tabs.',
  DUPLICATE_KEY: 'Keep one of the two.',
  MISSING_CHAR: 'Close the quote or bracket that is open here.',
  BAD_INDENT: 'Align this line with its neighbours.',
  MULTILINE_IMPLICIT_KEY: 'Check the indentation here, and that a colon is followed by a space.',
};

/** Parses YAML 1.2, one or more documents. */
export function parseYaml(path: string, text: string): SourceFile {
  const problems: SyntaxProblem[] = [];
  const parsed = parseAllDocuments(text, { prettyErrors: false, stringKeys: true, merge: true });
  const documents = [...parsed].map((document) => readDocument(document, problems));
  return new SourceFile(path, text, documents, problems);
}

function readDocument(document: Document.Parsed, problems: SyntaxProblem[]): SourceDocument {
  problems.push(...document.errors.map(toProblem));
  const broken = document.errors.length > 0;
  const value = toValue(document, broken ? [] : problems);
  return {
    ...(broken ? { value: undefined, remains: value } : { value }),
    locate: (pointer, part) => locateInDocument(document, pointer, part),
    scalarText: (pointer) => scalarTextOf(document, pointer),
  };
}

function toProblem(error: YAMLError): SyntaxProblem {
  const message = error.message.replace(/\.?$/, '.');
  const help = helpOfCode[error.code];
  return {
    code: error.code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'yaml-syntax',
    message: error.code === 'DUPLICATE_KEY' ? 'This key stands twice in its mapping.' : message,
    ...(help === undefined ? {} : { help }),
    span: { start: error.pos[0], end: error.pos[1] },
  };
}

function toValue(document: Document.Parsed, problems: SyntaxProblem[]): unknown {
  const [start, end] = document.range;
  const span = { start: document.contents?.range[0] ?? start, end };
  try {
    const value: unknown = document.toJS();
    if (!isTooDeep(value)) return value ?? undefined;
    problems.push({
      code: 'nesting-too-deep',
      message: `The document nests deeper than ${maximumDepth} levels, or contains itself.`,
      help: 'Give the inner parts names and refer to them.',
      span,
    });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const help = 'Write the repeated parts out, or refer to them with $ref.';
    problems.push({ code: 'yaml-syntax', message: `${error.message}.`, help, span });
  }
  return undefined;
}

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

function pairOf(map: YAMLMap<Node, Node | null>, token: string): Pair<Node, Node | null> | undefined {
  return map.items.find(({ key }) => isScalar(key) && String(key.value) === token);
}

/** An empty value has no span of its own, so that its key stands for it. */
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
