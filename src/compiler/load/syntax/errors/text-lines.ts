/** A line of a text, without its line break. */
export interface TextLine {
  readonly start: number;
  readonly text: string;
  /** The number of white space characters at the start of the line. */
  readonly indent: number;
}

/** The line that contains an offset. */
export function lineAt(text: string, offset: number): TextLine {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '');
  return { start, text: line, indent: line.length - line.trimStart().length };
}

/** The lines with content before a line, nearest first. */
export function* contentBefore(text: string, { start }: TextLine): Generator<TextLine, void, undefined> {
  for (let end = start - 1; end >= 0;) {
    const line = lineAt(text, end);
    if (hasContent(line)) yield line;
    end = line.start - 1;
  }
}

/** The next line with content after an offset's line. */
export function nextContent(text: string, offset: number): TextLine | undefined {
  for (let at = text.indexOf('\n', offset); at !== -1; at = text.indexOf('\n', at + 1)) {
    const line = lineAt(text, at + 1);
    if (hasContent(line)) return line;
  }
  return undefined;
}

function hasContent({ text }: TextLine): boolean {
  return !/^\s*(?:#|$)/.test(text);
}
