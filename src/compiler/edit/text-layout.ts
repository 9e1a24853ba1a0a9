import { Document, stringify, visit, type Scalar } from 'yaml';
import type { PlainObject, PlainValue } from './plain-value.ts';

/** How a file is laid out; what is added follows it. */
export interface TextLayout {
  readonly lineBreak: '\n' | '\r\n';
  /** One step of indentation: spaces, or in JSON perhaps a tab. */
  readonly indent: string;
  /** Whether the items of a sequence stand further in than the key that holds them. */
  readonly indentSequences: boolean;
}

/** Keeps every scalar on its line, whatever it holds. */
const oneLineScalars = { lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: Infinity } as const;

/** The layout of a text, as far as its first lines tell; two spaces where they do not. */
export function layoutOf(text: string): TextLayout {
  return {
    lineBreak: /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n',
    indent: /^(?: {1,8}|\t)(?=[^\s#])/m.exec(text)?.[0] ?? '  ',
    indentSequences: !/^( *)(?:- )*[^\s#-].*:[ \t]*\r?\n\1- /m.test(text),
  };
}

/** A value in block style: whole lines, each `margin` columns in and with its line break. */
export function renderBlock(value: PlainValue, margin: number, layout: TextLayout): string {
  const text = stringify(value, {
    indent: layout.indent.length,
    indentSeq: layout.indentSequences,
    ...oneLineScalars,
  });
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(margin)).replaceAll('\n', layout.lineBreak);
}

/** The members of an object, or the items of an array, on one line as they stand between the brackets. */
export function renderFlow(value: PlainObject | readonly PlainValue[]): string {
  const document = new Document(value);
  visit(document, { Scalar: (_, node) => quoteIfBroken(node) });
  return document
    .toString({ ...oneLineScalars, collectionStyle: 'flow', flowCollectionPadding: false })
    .trimEnd()
    .slice(1, -1);
}

function quoteIfBroken(scalar: Scalar): void {
  if (typeof scalar.value === 'string' && scalar.value.includes('\n')) scalar.type = 'QUOTE_DOUBLE';
}

/** The same in JSON, which may take several lines; the first is not indented, the others by `margin` at least. */
export function renderJson(
  value: PlainObject | readonly PlainValue[],
  margin: string,
  layout: TextLayout,
): string {
  const lines = JSON.stringify(value, null, layout.indent).split('\n').slice(1, -1);
  return lines
    .map((line, index) => (index === 0 ? '' : margin) + line.slice(layout.indent.length))
    .join(layout.lineBreak);
}
