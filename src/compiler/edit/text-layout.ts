import { Document, visit, type Scalar } from 'yaml';

/** The layout of a file, which added text follows. */
export interface TextLayout {
  readonly lineBreak: '\n' | '\r\n';
  /** One level of indentation: spaces, or a tab, which only JSON allows. */
  readonly indent: string;
  /** Whether the items of a sequence are indented more than their key. */
  readonly indentSequences: boolean;
  /** Whether the first quoted text has single quotes. */
  readonly singleQuote: boolean;
  /** Whether there are spaces inside the brackets of a collection on one line. */
  readonly padBrackets: boolean;
  /** Whether JSON has spaces after its colons and commas. */
  readonly spaceJson: boolean;
}

/** Writes every scalar on one line, whatever it contains. */
const oneLineScalars = { lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: Infinity } as const;

/** The layout that a text uses, according to its first lines. Default indentation: two spaces. */
export function layoutOf(text: string): TextLayout {
  return {
    lineBreak: /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n',
    indent: /^(?: {1,8}|\t)(?=[^\s#])/m.exec(text)?.[0] ?? '  ',
    indentSequences: !/^( *)(?:- )*[^\s#-].*:[ \t]*\r?\n\1- /m.test(text),
    singleQuote: /(?:^|[:,[{-])[ \t]*(['"])/m.exec(text)?.[1] === "'",
    padBrackets: /[{[] \S/.test(text),
    spaceJson: !/":\S/.test(text),
  };
}

/** A value in block style, as whole lines that are indented by `margin` columns. */
export function renderBlock(value: PlainValue, margin: number, layout: TextLayout): string {
  const document = new Document(value);
  visit(document, { Scalar: (_, node) => quoteIfBroken(node) });
  const text = document.toString({
    indent: layout.indent.length,
    indentSeq: layout.indentSequences,
    singleQuote: layout.singleQuote || null,
    ...oneLineScalars,
  });
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(margin)).replaceAll('\n', layout.lineBreak);
}

/** A value on one line, as it may be written inside a flow collection. */
export function renderFlow(value: PlainValue, { padBrackets, singleQuote }: TextLayout): string {
  const document = new Document([value]);
  visit(document, { Scalar: (_, node) => quoteIfBroken(node) });
  return document
    .toString({
      ...oneLineScalars,
      collectionStyle: 'flow',
      flowCollectionPadding: padBrackets,
      singleQuote: singleQuote || null,
    })
    .trimEnd()
    .slice(1, -1)
    .trim();
}

/** A value as JSON on one line, with the spaces that the text uses. */
export function renderJsonLine(value: PlainValue, { spaceJson, padBrackets }: TextLayout): string {
  if (!spaceJson) return JSON.stringify(value);
  const padding = padBrackets ? ' ' : '';
  return JSON.stringify(value, null, ' ')
    .replaceAll(/([{[])\n +/g, `$1${padding}`)
    .replaceAll(/\n *(?=[}\]])/g, padding)
    .replaceAll(/\n +/g, ' ');
}

/**
 * Uses double quotes for a text with line breaks: in single quotes, it would need further lines, which may not begin at
 * the left margin.
 */
function quoteIfBroken(scalar: Scalar): void {
  if (typeof scalar.value === 'string' && scalar.value.includes('\n')) scalar.type = 'QUOTE_DOUBLE';
}

/** A value as JSON on several lines. The first line is not indented, the others by at least `margin`. */
export function renderJsonLines(value: PlainValue, margin: string, layout: TextLayout): string {
  return JSON.stringify(value, null, layout.indent).replaceAll('\n', layout.lineBreak + margin);
}

/** The members of an object or the items of an array as JSON, each on its own lines. */
export function renderJsonMembers(
  value: PlainObject | readonly PlainValue[],
  margin: string,
  layout: TextLayout,
): string {
  const lines = JSON.stringify(value, null, layout.indent).split('\n').slice(1, -1);
  return lines
    .map((line, index) => (index === 0 ? '' : margin) + line.slice(layout.indent.length))
    .join(layout.lineBreak);
}

/** A value that both YAML and JSON can represent. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: PlainValue;
}
