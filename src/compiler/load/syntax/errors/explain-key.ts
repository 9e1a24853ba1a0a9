import type { Explanation } from './explain-unclosed.ts';
import type { LibraryError } from './library-error.ts';
import { lineAt, nextContent } from './text-lines.ts';

/** Explains a misplaced key: a colon without a space, a missing colon, or a value that contains a colon. */
export function explainKey(text: string, { pos: [start] }: LibraryError): Explanation | undefined {
  const line = lineAt(text, start);
  const rest = line.text.slice(start - line.start);
  const isValue = /:\s+(?:- +)?$/.test(line.text.slice(0, start - line.start));
  const stuck = explainStuckBracket(text, start);
  if (stuck) return stuck;
  if (isValue) return /:(?:\s|$)/.test(rest) ? colonInValue(start, rest) : furtherIn(text, start);
  return missingSpace(start, rest) ?? missingColon(start, rest);
}

/** Explains the key of a line whose bracket follows its colon without a space, so that both are one key. */
export function explainStuckBracket(text: string, at: number): Explanation | undefined {
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

const keyWithoutSpace = /^(?:- +)*(?:"[^"]*"|'[^']*'|[^\s:#"']+):(?!\/\/)(?=\S)/;

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
