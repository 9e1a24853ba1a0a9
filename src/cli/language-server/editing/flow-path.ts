import { type CST, Parser } from 'yaml';
import { readBlockPath } from './block-path.ts';
import type { PathInDocument } from './path-in-document.ts';
import { readYamlLine, unquote } from './yaml-line.ts';

/** A flow collection within block style, or as a whole document, such as JSON. */
interface Flow {
  readonly root: CST.FlowCollection;
  /** The index of its first line in the document. */
  readonly line: number;
  /** The offset of the cursor from the start of the collection. */
  readonly cursor: number;
}

/** The content at a position in a flow collection: `{ … }` or `[ … ]` of YAML, or JSON. */
export interface FlowPath extends PathInDocument {
  /** The `kind` of the document, if the whole document is a flow mapping. */
  readonly rootKind: string | undefined;
  readonly written: WrittenToken;
}

/** The key or value at a position, including its quotes. If there is none, both lengths are 0. */
export interface WrittenToken {
  /** The number of its characters before the position; `after` is the number after it, in the same line. */
  readonly before: number;
  readonly after: number;
  /** Whether a colon follows. */
  readonly hasColon: boolean;
}

/**
 * Reads the path to a position in a flow collection; undefined outside of flow collections. `at` is the index of its
 * line.
 */
export function readFlowPath(lines: readonly string[], at: number, character: number): FlowPath | undefined {
  const flow = findFlow(lines, at, character);
  if (!flow) return undefined;
  const start = readYamlLine(lines[flow.line] ?? '');
  const above = readBlockPath(lines, flow.line, start.keyEnd);
  const parents = start.key === undefined ? above.parents : [...above.parents, start.key];
  const rootKind = parents.length === 0 ? findKind(flow.root) : undefined;
  return { ...pathIn(flow.root, flow.cursor, parents), rootKind };
}

function pathIn(
  flow: CST.FlowCollection,
  cursor: number,
  parents: readonly string[],
): Omit<FlowPath, 'rootKind'> {
  const item = flow.items.findLast((one, index) => index === 0 || startOf(one) < cursor);
  const { key: nextKey, sep, value } = item ?? {};
  const isBefore = nextKey && cursor < nextKey.offset;
  const key = isBefore ? undefined : nextKey;
  const isList = flow.start.type === 'flow-seq-start';
  const keyText = textOf(key);
  const inner = isList ? [...parents, '*'] : keyText === undefined ? parents : [...parents, keyText];
  if (value?.type === 'flow-collection' && contains(value, cursor)) return pathIn(value, cursor, inner);
  const colon = findToken(sep, 'map-value-ind');
  const isInKey = !isList && (colon === undefined || cursor <= colon.offset);
  return {
    parents: isList ? inner : parents,
    key: isList ? undefined : keyText,
    value: textOf(value) ?? '',
    isInKey,
    siblings: new Map(
      flow.items.flatMap((one) => {
        const name = one === item && !isBefore ? undefined : textOf(one.key);
        return name === undefined ? [] : [[name, textOf(one.value) ?? ''] as const];
      }),
    ),
    written: describeToken(isInKey ? key : value, cursor, !isBefore && colon !== undefined),
  };
}

/** The offset of an item: that of its comma, or of its first token if it has no comma. */
function startOf({ start, key, value }: CST.CollectionItem): number {
  return (findToken(start, 'comma') ?? start[0] ?? key ?? value)?.offset ?? Infinity;
}

function findKind({ items }: CST.FlowCollection): string | undefined {
  return textOf(items.find(({ key }) => textOf(key) === 'kind')?.value);
}

function findToken(tokens: readonly CST.SourceToken[] = [], type: CST.TokenType) {
  return tokens.find((one) => one.type === type);
}

/** Whether an offset is in a collection. An unclosed collection extends to the end of the text. */
function contains({ offset, end }: CST.FlowCollection, cursor: number): boolean {
  return cursor > offset && cursor <= (end[0]?.offset ?? Infinity);
}

/** The text of a scalar; undefined if the token is not a scalar. */
function textOf(token: CST.Token | null | undefined): string | undefined {
  return token && 'source' in token ? unquote(token.source) : undefined;
}

function describeToken(token: CST.Token | null | undefined, cursor: number, hasColon: boolean): WrittenToken {
  const before = token && 'source' in token ? cursor - token.offset : -1;
  const source = token && 'source' in token ? token.source : '';
  if (before < 0 || before > source.length) return { before: 0, after: 0, hasColon };
  return { before, after: source.slice(before).split('\n', 1)[0]?.length ?? 0, hasColon };
}

/** Finds the outermost flow collection around a position; `at` is the index of its line. */
function findFlow(lines: readonly string[], at: number, character: number): Flow | undefined {
  for (let line = 0; line <= at; line += 1) {
    const opening = findOpening(lines[line] ?? '');
    if (!opening) continue;
    const end = findDedent(lines, line + 1, opening.indent);
    const root = parseFlow(lines.slice(line, end).join('\n').slice(opening.start));
    if (!root) continue;
    const before = [...lines.slice(line, at), (lines[at] ?? '').slice(0, character)].join('\n');
    const cursor = before.length - opening.start;
    const closing = root.end[0];
    if (cursor > 0 && at < end && !(closing && cursor > closing.offset)) return { root, line, cursor };
    line = closing ? line + linesIn(lines, line, opening.start + closing.offset) : end - 1;
  }
  return undefined;
}

/**
 * The start of a collection in a line, and the column that its further lines must exceed; undefined if none begins
 * there.
 */
function findOpening(text: string): { readonly start: number; readonly indent: number } | undefined {
  if (!/[[{]/.test(text)) return undefined;
  const { keyEnd, key, column, dashes } = readYamlLine(text);
  const between = /^[\s:]*(?=[[{])/.exec(text.slice(keyEnd));
  if (!between) return undefined;
  return { start: keyEnd + between[0].length, indent: key === undefined ? (dashes.at(-1) ?? -1) : column };
}

/** The index of the next line that continues the block around a collection, even if the collection is not closed. */
function findDedent(lines: readonly string[], from: number, indent: number): number {
  const rest = lines.slice(from).findIndex((text) => {
    const { isEmpty, column } = readYamlLine(text);
    return !isEmpty && column <= indent && !/^\s*[\]}]/.test(text);
  });
  return rest === -1 ? lines.length : from + rest;
}

function parseFlow(text: string): CST.FlowCollection | undefined {
  const [document] = new Parser().parse(text);
  const value = document?.type === 'document' ? document.value : undefined;
  return value?.type === 'flow-collection' ? value : undefined;
}

/** The number of line breaks within `length` characters from the start of a line. */
function linesIn(lines: readonly string[], from: number, length: number): number {
  let line = from;
  for (let rest = length; rest > (lines[line] ?? '').length && line < lines.length; line += 1)
    rest -= (lines[line] ?? '').length + 1;
  return line - from;
}
