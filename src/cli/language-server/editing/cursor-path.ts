/** What is at a position of a YAML text that is written in blocks: the text may be broken, since somebody is typing. */
export interface CursorPath {
  /** The keys that lead from the root of the document to the line's mapping; an item of a list is `*`. */
  readonly parents: readonly string[];
  /** The line's key, without quotes; undefined if it has none yet. */
  readonly key: string | undefined;
  /** The text after the key or the dash, without quotes and comments. */
  readonly value: string;
  /** Whether the position is in the key, or where one would be. */
  readonly isInKey: boolean;
  /** The other keys of the line's mapping. */
  readonly siblings: readonly string[];
  /** The `kind` of the document; undefined if it is not a declaration. */
  readonly kind: string | undefined;
  /** The number of the document in the file, from 0. */
  readonly document: number;
}

/** Reads the path to a position, line and character from 0. */
export function readCursorPath(text: string, line: number, character: number): CursorPath {
  const { lines, at, document } = documentOf(text.split(/\r?\n/), line);
  const here = readLine(lines[at] ?? '', character);
  return {
    parents: findParents(lines, at, here),
    key: here.key,
    value: here.value,
    isInKey: here.key === undefined ? here.value === '' || !here.isItem : character <= here.keyEnd,
    siblings: findSiblings(lines, at, here.column),
    kind: lines.map((one) => /^kind:\s*["']?(\w+)/.exec(one)?.[1]).find((kind) => kind !== undefined),
    document,
  };
}

interface YamlLine {
  /** The columns of its dashes. */
  readonly dashes: readonly number[];
  readonly isItem: boolean;
  readonly column: number;
  readonly key: string | undefined;
  readonly keyEnd: number;
  readonly value: string;
  readonly isEmpty: boolean;
}

const linePattern =
  /^(?<lead>(?: *- +)* *(?:-$)?)(?:(?<key>"[^"]*"|'[^']*'|[^\s#"'[\]{},&*!|>%@`-][^#]*?)\s*:(?=\s|$))?(?<value>.*)$/;

/** An empty line is as far in as the cursor. */
function readLine(text: string, character = 0): YamlLine {
  const { lead = '', key, value = '' } = linePattern.exec(text)?.groups ?? {};
  const dashes = [...lead.matchAll(/-/g)].map(({ index }) => index);
  const isEmpty = /^\s*(?:#|$)/.test(text);
  return {
    dashes,
    isItem: dashes.length > 0,
    column: isEmpty ? character : lead.length,
    key: key === undefined ? undefined : unquote(key),
    keyEnd: lead.length + (key?.length ?? 0),
    value: unquote(value.replace(/(?:^|\s)#.*$/, '').trim()),
    isEmpty,
  };
}

function unquote(text: string): string {
  return text.replaceAll(/^["']|["']$/g, '');
}

function documentOf(lines: readonly string[], line: number) {
  const isMark = (one: string) => /^---(?:\s|$)/.test(one);
  const start = lines.slice(0, line).findLastIndex(isMark) + 1;
  const length = lines.slice(start).findIndex(isMark);
  const before = lines.slice(0, start).filter(isMark).length;
  const isFirstMarked = lines.findIndex(isMark) === lines.findIndex((one) => !readLine(one).isEmpty);
  return {
    lines: lines.slice(start, length === -1 ? undefined : start + length),
    at: line - start,
    document: Math.max(0, before - (isFirstMarked ? 1 : 0)),
  };
}

function findParents(lines: readonly string[], at: number, here: YamlLine): readonly string[] {
  const parents: string[] = [];
  let limit = here.column;
  let isList = false;
  const takeDashes = (dashes: readonly number[]) => {
    for (const dash of dashes.toReversed()) {
      if (dash >= limit) continue;
      parents.unshift('*');
      limit = dash;
      isList = true;
    }
  };
  takeDashes(here.dashes);
  for (let index = at - 1; index >= 0 && (limit > 0 || isList); index -= 1) {
    const line = readLine(lines[index] ?? '');
    if (line.isEmpty) continue;
    // The items of a list may be as far in as its key.
    const isParent = line.column < limit || (isList && line.column === limit && !line.isItem);
    if (line.key !== undefined && isParent) {
      parents.unshift(line.key);
      limit = line.column;
      isList = false;
    }
    takeDashes(line.dashes);
  }
  return parents;
}

function findSiblings(lines: readonly string[], at: number, column: number): readonly string[] {
  const above: string[] = [];
  for (
    let index = at - 1;
    index >= 0 && !readLine(lines[index + 1] ?? '').dashes.some((dash) => dash < column);
    index -= 1
  ) {
    const line = readLine(lines[index] ?? '');
    if (line.isEmpty) continue;
    if (line.column < column) break;
    if (line.column === column && line.key !== undefined) above.push(line.key);
  }
  const below: string[] = [];
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = readLine(lines[index] ?? '');
    if (line.isEmpty) continue;
    if (line.column < column || line.dashes.some((dash) => dash < column)) break;
    if (line.column === column && line.key !== undefined) below.push(line.key);
  }
  return [...above, ...below];
}
