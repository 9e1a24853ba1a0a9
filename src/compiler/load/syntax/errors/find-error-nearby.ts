import { parseAllDocuments } from 'yaml';
import type { SyntaxProblem } from '../../../workspace/source-file.ts';
import { findDoubt } from '../simple-yaml/read-simple-yaml.ts';
import { contentBefore, lineAt, nextContent, type TextLine } from './text-lines.ts';
import { yamlOptions } from './yaml-options.ts';
import { findYamlProblems } from './yaml-problems.ts';

/**
 * The error of a text that the fast reader gives up on, found in an excerpt: the lines around the place, and the keys
 * that lead to them. Undefined if the excerpt has none.
 */
export function findErrorNearby(text: string): SyntaxProblem | undefined {
  const offset = findDoubt(text);
  if (offset === undefined) return undefined;
  const excerpt = cutExcerpt(text, offset);
  const documents = parseAllDocuments(excerpt.text, yamlOptions);
  const broken = [...documents].find(({ errors }) => errors.length > 0);
  const [problem] = broken ? findYamlProblems(broken, excerpt.text) : [];
  if (!problem) return undefined;
  const { start, end } = problem.span;
  return { ...problem, span: { start: excerpt.originOf(start), end: excerpt.originOf(end) } };
}

interface Excerpt {
  readonly text: string;
  /** The offset in the whole text of an offset in the excerpt. */
  readonly originOf: (offset: number) => number;
}

function cutExcerpt(text: string, offset: number): Excerpt {
  const line = lineAt(text, Math.min(offset, text.length - 1));
  const { parents, start, indent } = findSurroundings(text, line);
  const body = text.slice(start, findEnd(text, line, indent));
  const pieces = [
    ...parents.map((one) => ({ at: one.start, text: `${one.text}\n` })),
    { at: start, text: body },
  ];
  return { text: pieces.map((one) => one.text).join(''), originOf: (found) => originIn(pieces, found) };
}

function originIn(pieces: readonly { readonly at: number; readonly text: string }[], offset: number): number {
  let left = offset;
  for (const [index, piece] of pieces.entries()) {
    if (left < piece.text.length || index === pieces.length - 1) return piece.at + left;
    left -= piece.text.length;
  }
  return left;
}

/** The lines that a line is in, the outermost first, and where its neighbour above begins. */
function findSurroundings(text: string, line: TextLine) {
  const parents: TextLine[] = [];
  let limit = line.indent;
  let neighbour = line;
  for (const above of contentBefore(text, line)) {
    if (/^---(?:\s|$)/.test(above.text)) break;
    if (above.indent < limit) {
      parents.unshift(above);
      limit = above.indent;
    } else if (parents.length === 0 && (neighbour === line || above.indent < neighbour.indent))
      neighbour = above;
    if (limit === 0) break;
  }
  return { parents, start: neighbour.start, indent: Math.min(neighbour.indent, line.indent) };
}

/** The end of the next neighbour's content. */
function findEnd(text: string, line: TextLine, indent: number): number {
  let neighbours = 0;
  for (let next = nextContent(text, line.start); next; next = nextContent(text, next.start)) {
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(next.text)) return next.start;
    if (next.indent <= indent) neighbours += 1;
    if (neighbours > 1 || next.indent < indent) return next.start;
  }
  return text.length;
}
