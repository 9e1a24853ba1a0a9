import type { YAMLError } from 'yaml';
import type { Span, SyntaxProblem } from '#compiler/workspace/source-file.ts';
import { type Explanation, explainExtra, explainUnclosed, explainUnclosedQuote } from './explain-unclosed.ts';
import { lineAt, contentBefore, type TextLine, nextContent } from './text-lines.ts';
import { lexYaml } from './lex-yaml.ts';
import { OpenBrackets } from './open-brackets.ts';

/** An error as the library reports it. */
type LibraryError = Pick<YAMLError, 'code' | 'message' | 'pos'>;

const keyWithoutSpace = /^(?:- +)*(?:"[^"]*"|'[^']*'|[^\s:#"']+):(?!\/\/)(?=\S)/;

/** The quotes and brackets that are open at an offset of a YAML text. */
interface Openings {
  /** The last quoted value that begins at or before the offset, if only blanks follow it up to the offset. */
  readonly quote?: { readonly source: string; readonly at: number } | undefined;
  readonly brackets: OpenBrackets;
}

/** Explains the first error of a document, which begins at `from`, by what the author has to change. */
export function explainYamlError(text: string, from: number, error: LibraryError): SyntaxProblem {
  const explanation =
    explainConflict(text, error) ??
    explainOpening(text, error, findOpenings(text, from, error.pos[0])) ??
    explainByCode[error.code]?.(text, error) ??
    describeError(error);
  return { code: 'yaml-syntax', ...explanation };
}

/** Describes an error in the library's words. */
export function describeError({ code, message, pos: [start, end] }: LibraryError): Explanation {
  const help = helpOfCode[code];
  return {
    message: message.replace(/\.?$/, '.'),
    ...(help !== undefined && { help }),
    span: { start, end },
  };
}

const helpOfCode: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DQ_ESCAPE: 'Write a backslash inside double quotes as two, or put the value in single quotes.',
  BAD_INDENT: 'Align this line with its neighbours.',
  TAB_AS_INDENT: 'Indent with spaces; YAML does not allow tabs.',
  TAG_RESOLVE_FAILED: 'Write the value itself; custom tags are not supported.',
};

const explainByCode: Readonly<
  Partial<Record<YAMLError['code'], (text: string, error: LibraryError) => Explanation | undefined>>
> = {
  BAD_INDENT: explainIndentation,
  BAD_SCALAR_START: explainStart,
  BLOCK_AS_IMPLICIT_KEY: explainKey,
  MISSING_CHAR: (text, error) =>
    error.message.startsWith('Implicit map keys') ? explainKey(text, error) : undefined,
  MULTILINE_IMPLICIT_KEY: explainKey,
  NON_STRING_KEY: explainNonText,
  UNEXPECTED_TOKEN: explainToken,
};

function explainNonText(text: string, { pos }: LibraryError): Explanation {
  const [tag] = /^![^\s,[\]{}]*/.exec(text.slice(pos[0], pos[1])) ?? [];
  const help =
    tag === undefined
      ? 'Put a value that begins with a bracket in quotes.'
      : `Write the key without \`${tag}\`.`;
  return { message: 'A key must be text.', help, span: spanOf(pos) };
}

function explainConflict(text: string, { pos: [start] }: LibraryError): Explanation | undefined {
  const line = lineAt(text, start);
  const [marker] = /^(?:<{7}|={7}|>{7})(?= |$)/.exec(line.text) ?? [];
  if (marker === undefined) return undefined;
  return {
    message: `\`${marker}\` marks a conflict of a merge that is not resolved.`,
    help: 'Resolve the conflict, and remove its markers.',
    span: { start: line.start, end: line.start + marker.length },
  };
}

/** Matches the key of a block mapping; quoted values and flow collections rarely contain one at the start of a line. */
const keyLine = /^\s*(?:- +)?[\w$./{}-]+:(?:\s|$)/;

function explainOpening(
  text: string,
  { code, message, pos: [start] }: LibraryError,
  { quote, brackets }: Openings,
): Explanation | undefined {
  if (quote && (!isClosed(quote.source) || containsKeys(quote.source))) {
    return explainUnclosedQuote(quote.at, ', or put the value in quotes of the other kind');
  }
  const { unclosed, outermost } = brackets;
  if (unclosed === undefined || outermost === undefined) return undefined;
  const isItemAsKey = code === 'NON_STRING_KEY' && brackets.innermost === '[{';
  if (isItemAsKey || / end with an? [\]}]/.test(message)) return explainUnclosed(text, unclosed);
  const line = lineAt(text, start);
  return outermost < line.start && keyLine.test(line.text) && !/^\s*$/.test(lineBefore(text, outermost))
    ? explainUnclosed(text, outermost)
    : undefined;
}

function lineBefore(text: string, at: number): string {
  return text.slice(lineAt(text, at).start, at);
}

function isClosed(source: string): boolean {
  return source.length > 1 && source.at(-1) === source[0];
}

function containsKeys(source: string): boolean {
  return source
    .split('\n')
    .slice(1)
    .some((line) => keyLine.test(line));
}

function explainStart(text: string, { pos: [start] }: LibraryError): Explanation {
  const character = text.charAt(start);
  return {
    message: `A value cannot begin with ${character === '`' ? 'a backtick' : `\`${character}\``} unless it is in quotes.`,
    help: 'Put the value in quotes.',
    span: characterAt(start),
  };
}

function explainToken(text: string, { message, pos }: LibraryError): Explanation | undefined {
  const character = text.charAt(pos[0]);
  if (character === ']' || character === '}') {
    return explainStuckBracket(text, pos[0]) ?? explainExtra(text, pos[0]);
  }
  if (/[|>][-+\d]*\s+$/.test(lineBefore(text, pos[0]))) {
    const help = 'Begin the text on the next line, or put the value in quotes.';
    return { message: 'Text cannot begin on the line of `|` or `>`.', help, span: spanOf(pos) };
  }
  if (/[\]}]$/.test(lineBefore(text, pos[0])) && message.endsWith('at node end')) {
    const help = 'Put the whole value in quotes.';
    return { message: 'A value ends with its bracket, before this text.', help, span: spanOf(pos) };
  }
  const quote = /(["'])\s*$/.exec(lineBefore(text, pos[0]))?.[1];
  if (quote === undefined || !message.endsWith('at node end')) return undefined;
  const help = `Write a quote inside the value as \`${quote === '"' ? String.raw`\"` : "''"}\`.`;
  return { message: 'A quoted value ends before this text.', help, span: spanOf(pos) };
}

function spanOf([start, end]: readonly [number, number]): Span {
  return { start, end };
}

function characterAt(start: number): Span {
  return { start, end: start + 1 };
}

/** Finds the quotes and brackets that are open at an offset of a document, which begins at `from`. */
function findOpenings(text: string, from: number, offset: number): Openings {
  const brackets = new OpenBrackets(text);
  let quote: Openings['quote'];
  for (const { source, at, kind } of lexYaml(text)) {
    if (at < from) continue;
    if (kind === 'cut' || at > offset) break;
    if (kind === 'other' && /^["']/.test(source)) quote = { source, at };
    else if (at < offset && source.trim() !== '') quote = undefined;
    if (kind === 'other' && source.length === 1 && at < offset) brackets.take(at);
  }
  return { quote, brackets };
}

/** Explains a line that is not aligned with any line above it, with its possible indentations. */
function explainIndentation(text: string, { message, pos: [start] }: LibraryError): Explanation | undefined {
  if (!message.includes('must start at the same column')) return undefined;
  const line = lineAt(text, start);
  const neighbours = findNeighbours(text, line);
  if (neighbours.length === 0) return undefined;
  const spaces = neighbours.map(({ indent }) => indent).join(' or ');
  return {
    message: 'This line is aligned with no line above it.',
    help: `Indent it by ${spaces} ${spaces === '1' ? 'space' : 'spaces'}.`,
    span: { start: line.start + line.indent, end: line.start + line.text.trimEnd().length },
  };
}

/** The nearest line above with less indentation, and the least indented line between it and the given one. */
function findNeighbours(text: string, line: TextLine): readonly TextLine[] {
  let inner: TextLine | undefined;
  for (const above of contentBefore(text, line)) {
    if (above.indent < line.indent) return inner ? [above, inner] : [above];
    if (above.indent > line.indent && above.indent <= (inner?.indent ?? Infinity)) inner = above;
  }
  return inner ? [inner] : [];
}

/** Explains a misplaced key: a colon without a space, a missing colon, or a value that contains a colon. */
function explainKey(text: string, { pos: [start] }: LibraryError): Explanation | undefined {
  const line = lineAt(text, start);
  const rest = line.text.slice(start - line.start);
  const isValue = /:\s+(?:- +)?$/.test(line.text.slice(0, start - line.start));
  const stuck = explainStuckBracket(text, start);
  if (stuck) return stuck;
  if (isValue) return /:(?:\s|$)/.test(rest) ? colonInValue(start, rest) : furtherIn(text, start);
  return missingSpace(start, rest) ?? missingColon(start, rest);
}

/** Explains a bracket right after a colon, without the space that would end the key. */
function explainStuckBracket(text: string, at: number): Explanation | undefined {
  const line = lineAt(text, at);
  const [, key] = /^(\s*(?:- +)*[\w$./{}-]+:)[{[]/.exec(line.text) ?? [];
  if (key === undefined || line.start + key.length > at) return undefined;
  return spaceAfter(key.trim(), line.start + key.length - 1);
}

function spaceAfter(key: string, colon: number): Explanation {
  return {
    message: 'A space is missing after this colon.',
    help: `Write \`${key} \`, and then the value.`,
    span: { start: colon, end: colon + 1 },
  };
}

function colonInValue(start: number, rest: string): Explanation {
  const { length } = rest.trimEnd();
  return {
    message: 'This value contains a colon and a space, so it must be in quotes.',
    help: 'Put the value in quotes.',
    span: { start, end: start + length },
  };
}

function furtherIn(text: string, start: number): Explanation | undefined {
  const line = nextContent(text, start);
  if (!line) return undefined;
  return {
    message: 'This line is indented as if it belonged to the value above it.',
    help: 'Align it with the key above it.',
    span: { start: line.start + line.indent, end: line.start + line.text.trimEnd().length },
  };
}

function missingSpace(start: number, rest: string): Explanation | undefined {
  const [key] = keyWithoutSpace.exec(rest) ?? [];
  if (key === undefined) return undefined;
  return spaceAfter(key, start + key.length - 1);
}

function missingColon(start: number, rest: string): Explanation | undefined {
  const { length } = rest.trimEnd();
  if (length === 0 || /:(?:\s|$)/.test(rest)) return undefined;
  return {
    message: 'This line is neither a key nor a value: a colon is missing.',
    help: 'End the key with a colon, and write a space before its value.',
    span: { start, end: start + length },
  };
}
