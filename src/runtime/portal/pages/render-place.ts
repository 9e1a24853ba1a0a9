import { html, type Html } from '#runtime/pages/html.ts';
import { cutMiddle } from './render-within.ts';

/** The location of a finding in a file. */
interface FoundPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** An RFC 6901 pointer; empty for the whole document. */
  readonly pointer: string;
}

/** A column that is higher tells nobody anything: the line is that of a minified document. */
const highestColumn = 300;

/** The maximum length of a file's name and of a pointer, in characters. */
const maxLength = 500;

/** The location of a finding: its line and column, and its pointer, since a minified document has only one line. */
export function renderPlace({ file, line, column, pointer }: FoundPlace): Html {
  const position = html`<code
    ><bdi>${cutMiddle(file, maxLength)}</bdi>:${String(line)}${columnOf(column)}</code
  >`;
  if (pointer === '') return position;
  return html`${position}<br /><code class="pointer"><bdi>${cutMiddle(pointer, maxLength)}</bdi></code>`;
}

function columnOf(column: number): string {
  return column > highestColumn ? '' : `:${column}`;
}
