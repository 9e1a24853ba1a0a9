import { markPattern, type MarkedText, type MarkedValue } from './mark-request.ts';

/** How a language writes texts and reads variables. */
export interface Notation {
  /** The escaped content of a literal with these quotes. */
  readonly escape: Readonly<Record<string, (text: string) => string>>;
  /** A literal of a text, in the quotes that suit the text. */
  readonly literal: (text: string) => string;
  /** An expression for a JSON text of several lines; `literal` if absent. */
  readonly json?: (text: string) => string;
  /** An expression for the content of a file. Its name needs no escapes. */
  readonly file: (name: string) => string;
  readonly concatenate: '+' | '.';
  /** An expression for an environment variable. */
  readonly variable: (name: 'TOKEN' | 'CONSUMER_SECRET') => string;
  /** An expression for the Base64 encoding of a text expression. */
  readonly base64: (text: string) => string;
}

/** String literals of all languages that the library writes, and marks outside of them. */
const literals = new RegExp(
  String.raw`"""\n[^"]*\n"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|\`[^\`]*\`|${markPattern.source}`,
  'gs',
);

const marks = new RegExp(`(${markPattern.source})`);

/** Writes the values of marks into the code of the library, as the literals around them require. */
export function writeMarked(
  code: string,
  values: ReadonlyMap<string, MarkedValue>,
  notation: Notation,
): string {
  return code.replace(literals, (literal) => {
    if (!marks.test(literal)) return literal;
    const [, quote = '', content = literal] = /^("""\n|["'`])(.*?)(?:\n"""|["'`])$/s.exec(literal) ?? [];
    return writeLiteral(quote, content.split(marks), values, notation);
  });
}

/** Writes a literal of the library, whose content is in turn its own text and a mark. */
function writeLiteral(
  quote: string,
  pieces: readonly string[],
  values: ReadonlyMap<string, MarkedValue>,
  notation: Notation,
): string {
  const [before = '', mark = '', after = '', ...others] = pieces;
  const value = values.get(mark);
  const isWhole = before === '' && after === '' && others.length === 0;
  if (isWhole && value && 'text' in value) return writeWhole(value, notation);
  const written = pieces.map((piece, index) => {
    const marked = index % 2 === 1 ? values.get(piece) : undefined;
    if (!marked) return piece;
    if ('text' in marked) return writeText(marked.text, quote, pieces[index - 1] ?? '', notation);
    const { concatenate } = notation;
    return `${quote} ${concatenate} ${writeCredential(marked, notation)} ${concatenate} ${quote}`;
  });
  return withoutEmpty(`${quote}${written.join('')}${quote}`, quote, notation);
}

function writeWhole({ type, text }: MarkedText, { literal, json = literal, file }: Notation): string {
  if (type === 'file') return file(text);
  return type === 'json' ? json(text) : literal(text);
}

/** Removes empty literals at the ends of a concatenation. */
function withoutEmpty(expression: string, quote: string, { concatenate }: Notation): string {
  const begin = `${quote}${quote} ${concatenate} `;
  const end = ` ${concatenate} ${quote}${quote}`;
  const rest = expression.startsWith(begin) ? expression.slice(begin.length) : expression;
  return rest.endsWith(end) ? rest.slice(0, -end.length) : rest;
}

/** Writes a text within a literal. In the header of a part, a name is escaped as browsers do it (HTML section 4.10.21.8). */
function writeText(text: string, quote: string, before: string, { escape }: Notation): string {
  const isOfPart = /name=\\?"$/.test(before);
  const content = isOfPart
    ? text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
    : text;
  const escapeText = escape[quote];
  if (!escapeText) throw new Error(`the library wrote a text between the quotes ${quote}`);
  return escapeText(content);
}

function writeCredential(
  value: Exclude<MarkedValue, MarkedText>,
  { literal, concatenate, variable, base64 }: Notation,
): string {
  if (value.type === 'token') return variable('TOKEN');
  return base64(`${literal(`${value.consumerKey}:`)} ${concatenate} ${variable('CONSUMER_SECRET')}`);
}
