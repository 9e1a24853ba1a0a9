import { Document, visit, type Scalar } from 'yaml';

/** The layout of a file, which additions follow. */
export interface TextLayout {
  readonly lineBreak: '\n' | '\r\n';
  /** One step of indentation: spaces, or in JSON perhaps a tab. */
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

/** Keeps every scalar on its line, whatever it contains. */
const oneLineScalars = { lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: Infinity } as const;

/** The layout of a text, as its first lines show it; two spaces if they do not. */
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

/** A value in block style: whole lines, each `margin` columns in and with its line break. */
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

/** The same in JSON, whose spaces follow the text. */
export function renderJsonLine(value: PlainValue, { spaceJson, padBrackets }: TextLayout): string {
  if (!spaceJson) return JSON.stringify(value);
  const padding = padBrackets ? ' ' : '';
  return JSON.stringify(value, null, ' ')
    .replaceAll(/([{[])\n +/g, `$1${padding}`)
    .replaceAll(/\n *(?=[}\]])/g, padding)
    .replaceAll(/\n +/g, ' ');
}

/** In single quotes a line break would need further lines, which may not begin at the left margin. */
function quoteIfBroken(scalar: Scalar): void {
  if (typeof scalar.value === 'string' && scalar.value.includes('\n')) scalar.type = 'QUOTE_DOUBLE';
}

/** The same in JSON on several lines; the first is not indented, the others by `margin` at least. */
export function renderJsonLines(value: PlainValue, margin: string, layout: TextLayout): string {
  return JSON.stringify(value, null, layout.indent).replaceAll('\n', layout.lineBreak + margin);
}

/** The members of an object, or the items of an array, each on its own lines. */
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
