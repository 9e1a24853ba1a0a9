import type { BodyNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { cutText } from '../pages/render-within.ts';
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
  return html`<fieldset class="stack tight">
    <legend>${tryIt.parts}</legend>
    ${parts.map((part, index) => renderPart(form, part, `part-${index}`))}
    ${left > 0 ? html`<p class="notice">${tryIt.moreParts(left)}</p>` : undefined}
  </fieldset>`;
}

function renderPart(form: Form, { name, isFile, isRequired, example }: BodyPart, id: string): Html {
  const label = `${name}${isRequired ? ` (${tryIt.required})` : ''}`;
  if (isFile) return renderFile(id, fileFieldOf(name), label);
  const field = textFieldOf(name);
  const text = form.size > 0 ? (form.get(field) ?? '') : example;
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
