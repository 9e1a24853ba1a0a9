import { exampleOf } from '#openapi/example/example-of.ts';
import type { BodyNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../pages/render-within.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';

const { tryIt } = texts;

/** More would make the page too large; the length is in UTF-16 code units. */
const mostMediaTypes = 30;
const longestExample = 15_000;

/** The fields of a body: its media type and its text. Undefined if the operation has none. */
export function renderBodyFields({ form }: StoreVisit, bodies: readonly BodyNode[]): Html | undefined {
  const written = bodies.filter(({ mediaType }) => !/^\s*multipart\//i.test(mediaType));
  const [first] = written;
  if (!first) return bodies.length > 0 ? html`<p class="notice">${tryIt.noForm}</p>` : undefined;
  const chosen = form.get('mediaType') ?? first.mediaType;
  const text = form.size > 0 ? (form.get('body') ?? '') : exampleText(first);
  return html`<fieldset class="stack tight">
    <legend>${tryIt.body}</legend>
    <div class="field">
      <label for="mediaType">${tryIt.mediaType}</label>
      <select id="mediaType" name="mediaType" autocomplete="off">
        ${written.slice(0, mostMediaTypes).map(({ mediaType }) => renderOption(mediaType, mediaType === chosen))}
      </select>
    </div>
    <div class="field">
      <label for="body">${tryIt.body}</label>
      ${renderText(cutText(text, 4 * longestExample))}
    </div>
  </fieldset>`;
}

function renderOption(mediaType: string, isChosen: boolean): Html {
  return html`<option value="${mediaType}" ${isChosen ? html`selected=""` : undefined}>${mediaType}</option>`;
}

/** HTML ignores the first line break of such a field, so that the one here is not part of the text. */
function renderText(text: string): Html {
  const start = html`<textarea
    class="code"
    id="body"
    name="body"
    rows="12"
    spellcheck="false"
    autocomplete="off"
  >`;
  return html`${start}${`\n${text}`}${html`</textarea>`}`;
}

/** A part of an example would not be valid, so that a long one is left out. */
function exampleText({ examples: [example], schema, fields, isJson }: BodyNode): string {
  const value = example ? example.value : exampleOf(schema, 'request');
  const text = isJson
    ? JSON.stringify(value, null, 2)
    : typeof value === 'string'
      ? value
      : (fields ?? []).map(({ name }) => `${encodeURIComponent(name)}=`).join('&');
  return text.length <= longestExample ? text : '';
}
