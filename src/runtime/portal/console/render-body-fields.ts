import { exactExampleOf } from '#openapi/example/example-of.ts';
import type { BodyNode, OperationNode } from '#openapi/model.ts';
import type { WrittenExample } from '#openapi/plain-parts.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { encodeText } from '../api-page/samples/write-parameter.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { inputOfBody } from './body-parts.ts';
import type { FieldErrors } from './read-call.ts';
import { renderFileFields } from './render-file-fields.ts';
import { renderOption } from './render-option.ts';

const { tryIt } = texts;

/** Limited to bound the size of the page; the length is in UTF-16 code units. */
const mostMediaTypes = 30;
const mostExamples = 40;
const longestExample = 15_000;

/** An example of a body that the form offers. */
interface OfferedExample {
  readonly mediaType: string;
  /** Its name in the document; undefined for the only example of a media type. */
  readonly name: string | undefined;
  readonly text: string;
}

/** The fields for the body: its media type, and its text, its parts or its file. Undefined if the operation has no body. */
export function renderBodyFields(
  form: Form,
  { requestBody, requestBodies: bodies }: OperationNode,
  errors: FieldErrors,
): Html | undefined {
  const sendable = bodies.filter((body) => inputOfBody(body) !== undefined);
  const [first] = sendable;
  if (!first) return bodies.length > 0 ? html`<p class="notice">${tryIt.noForm}</p>` : undefined;
  const examples = listExamples(bodies);
  const filled = findFilled(form, examples) ?? {
    mediaType: first.mediaType,
    text: listWritten([first]).map(exampleText)[0] ?? '',
  };
  // The only example is filled in at first, unless another media type is chosen at first.
  const isOffered = examples.length > 1 || examples.some(({ mediaType }) => mediaType !== first.mediaType);
  const isSubmitted = form.size > 0 && !form.has('fill');
  const chosen = isSubmitted ? (form.get('mediaType') ?? first.mediaType) : filled.mediaType;
  const text = isSubmitted ? (form.get('body') ?? '') : filled.text;
  return html`<fieldset class="stack tight">
    <legend>${tryIt.body}</legend>
    <div class="field">
      <label for="mediaType">${tryIt.mediaType}</label>
      <select id="mediaType" name="mediaType" autocomplete="off">
        ${sendable.slice(0, mostMediaTypes).map(({ mediaType }) => renderOption(mediaType, mediaType, mediaType === chosen))}
      </select>
    </div>
    ${isOffered ? renderExampleButtons(examples) : undefined}
    ${
      listWritten(bodies).length > 0
        ? html`<div class="field">
            <label for="body">${tryIt.body}</label>
            ${renderText(cutText(text, 4 * longestExample))}
          </div>`
        : undefined
    }
    ${renderFileFields(form, bodies, { errors, isAlwaysSent: sendable.length === 1 && requestBody?.isRequired === true })}
  </fieldset>`;
}

/** The bodies that can be typed. */
function listWritten(bodies: readonly BodyNode[]): readonly BodyNode[] {
  return bodies.filter((body) => inputOfBody(body) === 'text');
}

/** The examples that the form offers: those of the document, or else one that its schema describes. */
function listExamples(bodies: readonly BodyNode[]): readonly OfferedExample[] {
  const offered = listWritten(bodies).flatMap((body): readonly OfferedExample[] => {
    const { mediaType, examples } = body;
    if (examples.length === 0) return [{ mediaType, name: undefined, text: exampleText(body) }];
    return examples.map((example) => ({ mediaType, name: example.name, text: textOf(body, example) }));
  });
  return offered.filter(({ text }) => text !== '').slice(0, mostExamples);
}

/** The example that the reader asked for. */
function findFilled(form: Form, examples: readonly OfferedExample[]): OfferedExample | undefined {
  const wanted = form.get('fill');
  return wanted === undefined ? undefined : examples[Number(wanted)];
}

/** Buttons that submit the form, so that all other fields stay as they are. */
function renderExampleButtons(examples: readonly OfferedExample[]): Html {
  return html`<div class="field" role="group" aria-labelledby="examples">
    <p id="examples" class="hint">${tryIt.fillIn}</p>
    <div class="actions">
      ${examples.map(
        ({ mediaType, name }, index) =>
          html`<button class="quiet" type="submit" name="fill" value="${String(index)}" formnovalidate="">
            <bdi>${cutText(name === undefined ? mediaType : `${name} (${mediaType})`, 100)}</bdi>
          </button> `,
      )}
    </div>
  </div>`;
}

/** A text area. HTML ignores a line break at its beginning, so one is added to preserve any line break in the text. */
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

/** The example of a body; empty if it is too long, since a truncated example would be invalid. */
function exampleText(body: BodyNode): string {
  return textOf(body, body.examples[0]);
}

function textOf({ schema, fields, isJson }: BodyNode, example: WrittenExample | undefined): string {
  const value = example ? example.exact : exactExampleOf(schema, 'request');
  const text = isJson
    ? JSON.stringify(value, null, 2)
    : typeof value === 'string'
      ? value
      : (fields ?? []).map(({ name }) => `${encodeText(name)}=`).join('&');
  return text.length <= longestExample ? text : '';
}
