import type { YAMLError } from 'yaml';
import type { Span, SyntaxProblem } from '#compiler/workspace/source-file.ts';
import { type Explanation, explainExtra, explainUnclosed, explainUnclosedQuote } from './explain-unclosed.ts';
import { explainIndentation } from './explain-indentation.ts';
import type { LibraryError } from './library-error.ts';
import { findOpenings, type Openings } from './find-openings.ts';
import { explainKey, explainStuckBracket } from './explain-key.ts';
import { lineAt } from './text-lines.ts';

/** The cause of the first error of a document, which begins at `from`: what a person has to change. */
export function explainYamlError(text: string, from: number, error: LibraryError): SyntaxProblem {
  const explanation =
    explainConflict(text, error) ??
    explainOpening(text, error, findOpenings(text, from, error.pos[0])) ??
    explainByCode[error.code]?.(text, error) ??
    describeError(error);
  return { code: 'yaml-syntax', ...explanation };
}

/** The error in the library's words. */
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

/** A key in a block, which no quoted value or flow collection contains at the start of a line. */
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
