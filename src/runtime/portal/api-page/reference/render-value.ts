import type { Json } from '#compiled/json.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { splitText, type Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';

/** A value of a document as JSON; `indent` writes one member a line. All values of reference pages are written here. */
export function writeValue(value: Json, indent?: 'indent'): string {
  return JSON.stringify(value, undefined, indent === undefined ? undefined : 2);
}

/** The maximum length of one piece of code or text, in UTF-16 code units; each takes at most six in markup. */
const longestPiece = 3000;

/** A text that is shown as it is, in as many blocks of code as its length needs. */
export function codeEntries(text: string): readonly Entry[] {
  const { call } = texts.apiPage;
  const pieces = splitText(text, longestPiece);
  if (pieces.length > 1)
    return pieces.map((piece) => () => html`<pre class="continued" tabindex="0"><code>${piece}</code></pre>`);
  return [
    () =>
      html`<div class="code-block" data-copy="${call.copy}" data-copied="${call.copied}">
        <pre tabindex="0"><code>${text}</code></pre>
      </div>`,
  ];
}

/** The number of values in one entry. */
const valuesTogether = 40;

/** The longest value that is shown between others, as JSON. */
const longestValue = 200;

/** A list of values after a label; long values are blocks of code. */
export function valueEntries(label: string, values: readonly Json[]): readonly Entry[] {
  const written = values.map((value) => writeValue(value));
  const entries: Entry[] = [];
  let start = 0;
  while (start < written.length) {
    const end = endOfGroup(written, start);
    if (end === start) {
      entries.push(() => html`<p class="quiet small">${label}</p>`, ...codeEntries(written[start] ?? ''));
      start += 1;
    } else {
      const group = values.slice(start, end);
      entries.push(() => renderValues(label, group));
      start = end;
    }
  }
  return entries;
}

function endOfGroup(written: readonly string[], start: number): number {
  let end = start;
  while (end < start + valuesTogether && end < written.length && isShort(written[end])) end += 1;
  return end;
}

function isShort(text: string | undefined): boolean {
  return text !== undefined && text.length <= longestValue;
}

function renderValues(label: string, values: readonly Json[]): Html {
  return html`<p class="values">
    <span class="quiet">${label}</span> ${values.map((value) => html`<code>${writeValue(value)}</code> `)}
  </p>`;
}
