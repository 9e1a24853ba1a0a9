import type { BodyNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { cutText, fitText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import {
  fileFieldOf,
  inputOfBody,
  listParts,
  onlyFileField,
  textFieldOf,
  type BodyPart,
} from './body-parts.ts';

const { tryIt } = texts;

/** The maximum length of the markup of the texts of all parts. */
const longestTexts = 60_000;

/** Whether a form for these bodies has fields for files or parts, so that it is sent as multipart/form-data. */
export function hasFileFields(bodies: readonly BodyNode[]): boolean {
  return bodies.some((body) => ['file', 'parts'].includes(inputOfBody(body) ?? ''));
}

/** The fields for the parts of a multipart body, and for the only file of a body; empty without such bodies. */
export function renderFileFields(form: Form, bodies: readonly BodyNode[]): readonly Html[] {
  const inParts = bodies.find((body) => inputOfBody(body) === 'parts');
  const asFile = bodies.filter((body) => inputOfBody(body) === 'file').map(({ mediaType }) => mediaType);
  return [
    ...(inParts ? [renderParts(form, inParts)] : []),
    ...(asFile.length > 0
      ? [renderFile('body-file', onlyFileField, tryIt.file(cutText(asFile.join(', '), 200)))]
      : []),
  ];
}

function renderParts(form: Form, body: BodyNode): Html {
  const { parts, left } = listParts(body);
  let room = longestTexts;
  let isCut = false;
  const takeText = ({ name, example }: BodyPart): string => {
    const whole = form.size > 0 ? (form.get(textFieldOf(name)) ?? '') : example;
    const text = room > 0 ? fitText(whole, room) : '';
    room -= String(html`${text}`).length;
    isCut ||= text !== whole;
    return text;
  };
  const fields = parts.map((part, index) => renderPart(part, takeText(part), `part-${index}`));
  return html`<fieldset class="stack tight">
    <legend>${tryIt.parts}</legend>
    ${isCut ? html`<p class="notice">${tryIt.longParts}</p>` : undefined} ${fields}
    ${left > 0 ? html`<p class="notice">${tryIt.moreParts(left)}</p>` : undefined}
  </fieldset>`;
}

function renderPart({ name, isFile, isRequired }: BodyPart, text: string, id: string): Html {
  const label = `${name}${isRequired ? ` (${tryIt.required})` : ''}`;
  if (isFile) return renderFile(id, fileFieldOf(name), label);
  const field = textFieldOf(name);
  const start = html`<textarea class="code" id="${id}" name="${field}" rows="2" spellcheck="false" autocomplete="off">`;
  return html`<div class="field">
    <label for="${id}"><bdi>${label}</bdi></label>
    ${start}${`\n${text}`}${html`</textarea>`}
  </div>`;
}

function renderFile(id: string, name: string, label: string): Html {
  return html`<div class="field">
    <label for="${id}"><bdi>${label}</bdi></label>
    <p class="hint" id="${id}-hint">${tryIt.fileHint}</p>
    <input id="${id}" name="${name}" type="file" aria-describedby="${id}-hint" />
  </div>`;
}
