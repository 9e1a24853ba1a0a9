import type { PathInDocument } from './path-in-document.ts';
import { readYamlLine, type YamlLine } from './yaml-line.ts';

/** Reads the path to a position in block style; `at` is the index of its line. */
export function readBlockPath(lines: readonly string[], at: number, character: number): PathInDocument {
  const here = readYamlLine(lines[at] ?? '', character);
  return {
    parents: findParents(lines, at, here),
    key: here.key,
    value: here.value,
    isInKey: here.key === undefined ? here.value === '' || !here.isItem : character <= here.keyEnd,
    siblings: findSiblings(lines, at, here.column),
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
    const line = readYamlLine(lines[index] ?? '');
    if (line.isEmpty) continue;
    // The items of a list may have the same indentation as its key.
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

function findSiblings(lines: readonly string[], at: number, column: number): ReadonlyMap<string, string> {
  const siblings = new Map<string, string>();
  for (
    let index = at - 1;
    index >= 0 && !readYamlLine(lines[index + 1] ?? '').dashes.some((dash) => dash < column);
    index -= 1
  ) {
    const line = readYamlLine(lines[index] ?? '');
    if (line.isEmpty) continue;
    if (line.column < column) break;
    if (line.column === column && line.key !== undefined) siblings.set(line.key, line.value);
  }
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = readYamlLine(lines[index] ?? '');
    if (line.isEmpty) continue;
    if (line.column < column || line.dashes.some((dash) => dash < column)) break;
    if (line.column === column && line.key !== undefined) siblings.set(line.key, line.value);
  }
  return siblings;
}
