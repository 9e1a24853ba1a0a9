import { parseAllDocuments } from 'yaml';
import type { SyntaxProblem } from '#compiler/workspace/source-file.ts';
import { type DoubtfulPlace, findDoubt } from '../simple-yaml/read-simple-yaml.ts';
import { type Explanation, explainUnclosed } from './explain-unclosed.ts';
import { findFlowBrackets } from './flow-brackets.ts';
import { contentBefore, lineAt, nextContent, type TextLine } from './text-lines.ts';
import { yamlOptions } from './yaml-options.ts';
import { findYamlProblems } from './yaml-problems.ts';

/**
 * The maximum size of the first excerpt in characters: the neighbours of a line that is not indented may be half the
 * text.
 */
const fewCharacters = 50_000;

/**
 * The error of a text on which the fast reader gives up. It is searched in an excerpt: the lines around the place, and
 * the keys above them. Undefined if the excerpt has no error. An excerpt of more than `most` characters is read
 * completely only if its first lines do not contain the error.
 */
export function findErrorNearby(text: string, most = fewCharacters): SyntaxProblem | undefined {
  const doubt = findDoubt(text);
  if (doubt === undefined) return undefined;
  const unclosed = findUnclosed(text, doubt);
  if (unclosed) return { code: 'yaml-syntax', ...unclosed };
  const line = lineAt(text, Math.min(doubt.at, text.length - 1));
  const short = cutExcerpt(text, line, most);
  const found = findErrorIn(short);
  // A truncated excerpt may have an error of its own at the end.
  if (short.isComplete || (found && found.span.start <= line.start + line.text.length)) return found;
  return findErrorIn(cutExcerpt(text, line, Infinity));
}

/** Explains an unclosed bracket if the fast reader gives up inside a flow collection, which may be long. */
function findUnclosed(text: string, { at, flowAt }: DoubtfulPlace): Explanation | undefined {
  if (flowAt === undefined) return undefined;
  const { innermost, unclosed } = findFlowBrackets(text, flowAt, at);
  const isWrongCloser = innermost.endsWith('[') ? text.charAt(at) === '}' : text.charAt(at) === ']';
  if (unclosed === undefined || (at < text.length && !isWrongCloser)) return undefined;
  return explainUnclosed(text, unclosed);
}

function findErrorIn(excerpt: Excerpt): SyntaxProblem | undefined {
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
  /** Whether the excerpt contains all the content of the next neighbour. */
  readonly isComplete: boolean;
}

function cutExcerpt(text: string, line: TextLine, most: number): Excerpt {
  const { parents, start, indent } = findSurroundings(text, line, most);
  const end = findEnd(text, line, indent);
  const cutAt = text.lastIndexOf('\n', line.start + most) + 1;
  const isComplete = end - line.start <= most || cutAt <= line.start;
  const body = text.slice(start, isComplete ? end : cutAt);
  const pieces = [
    ...parents.map((one) => ({ at: one.start, text: `${one.text}\n` })),
    { at: start, text: body },
  ];
  return {
    text: pieces.map((one) => one.text).join(''),
    originOf: (found) => originIn(pieces, found),
    isComplete,
  };
}

function originIn(pieces: readonly { readonly at: number; readonly text: string }[], offset: number): number {
  let left = offset;
  for (const [index, piece] of pieces.entries()) {
    if (left < piece.text.length || index === pieces.length - 1) return piece.at + left;
    left -= piece.text.length;
  }
  return left;
}

/**
 * The parent lines of a line, outermost first, and the start of its neighbour above. If the line is not indented and no
 * neighbour is within `most` characters, the start of the line itself.
 */
function findSurroundings(text: string, line: TextLine, most: number) {
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
    if (limit > 0) continue;
    if (neighbour.indent === 0 || parents.length > 0) break;
    if (line.start - above.start > most) return { parents, start: line.start, indent: line.indent };
  }
  return { parents, start: neighbour.start, indent: Math.min(neighbour.indent, line.indent) };
}

/** The offset after the content of the next neighbour below. */
function findEnd(text: string, line: TextLine, indent: number): number {
  let neighbours = 0;
  for (let next = nextContent(text, line.start); next; next = nextContent(text, next.start)) {
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(next.text)) return next.start;
    if (next.indent <= indent) neighbours += 1;
    if (neighbours > 1 || next.indent < indent) return next.start;
  }
  return text.length;
}
