import { splitPointer } from '../../source/place.ts';
import type { PlacePart } from '../workspace/sources.ts';
import { SourceFile, type SourceDocument, type Span, type SyntaxProblem } from '../workspace/source-file.ts';
import { findUnfitValue } from './find-unfit-value.ts';
import { JsonSyntaxError, readJsonTree, type JsonMember, type JsonNode } from './json-tree.ts';
import { isTooDeep, maximumDepth } from './nesting.ts';

/** Parses a JSON file (RFC 8259). */
export function parseJson(path: string, text: string): SourceFile {
  const problems: SyntaxProblem[] = [];
  const tree = readTree(text, problems);
  if (!tree) return new SourceFile(path, text, [], problems);
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new RangeError(`deeper than ${maximumDepth}`);
  const unfit = findUnfitValue(value);
  if (unfit) {
    const span = locateInTree(tree, splitPointer(unfit.pointer), 'value');
    problems.push({ code: 'unfit-value', message: unfit.message, help: 'Write a smaller number.', span });
  }
  const broken = problems.length > 0;
  return new SourceFile(path, text, [toDocument(text, tree, broken ? undefined : value)], problems);
}

function readTree(text: string, problems: SyntaxProblem[]): JsonNode | undefined {
  try {
    return readJsonTree(text, (span) => problems.push(duplicateKey(span)));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const span = { start: error.offset, end: Math.min(error.offset + 1, text.length) };
    problems.push({ code: 'json-syntax', message: error.message, span });
    return undefined;
  }
}

function duplicateKey(span: Span): SyntaxProblem {
  return {
    code: 'duplicate-key',
    message: 'This key stands twice in its object.',
    help: 'Keep one of the two.',
    span,
  };
}

function toDocument(text: string, tree: JsonNode, value: unknown): SourceDocument {
  return {
    value,
    locate: (pointer, part) => locateInTree(tree, pointer, part),
    scalarText: (pointer) => scalarTextOf(text, tree, pointer),
  };
}

function memberOf(node: JsonNode, token: string): JsonMember | undefined {
  const item = node.items?.[Number(token)];
  return node.members?.get(token) ?? (item && { key: item, value: item });
}

function locateInTree(tree: JsonNode, pointer: readonly string[], part: PlacePart): Span {
  let node = tree;
  let span: Span = tree;
  for (const [index, token] of pointer.entries()) {
    const member = memberOf(node, token);
    if (!member) break;
    node = member.value;
    span = part === 'key' && index === pointer.length - 1 ? member.key : node;
  }
  return { start: span.start, end: span.end };
}

function scalarTextOf(text: string, tree: JsonNode, pointer: readonly string[]): string | undefined {
  let node: JsonNode | undefined = tree;
  for (const token of pointer) node = node && memberOf(node, token)?.value;
  if (!node || node.members || node.items) return undefined;
  return text.slice(node.start, node.end).replaceAll('"', '');
}
