import type { BodyNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { cutText, fitText } from '../pages/render-within.ts';
import type { FieldErrors } from './read-call.ts';
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

/** What is known of the fields of files. */
interface FilesOfForm {
  readonly errors: FieldErrors;
  /** Whether each call has the body, so that a browser can ask for its required files. */
  readonly isAlwaysSent: boolean;
}

/** The fields for the parts of a multipart body, and for the only file of a body; empty without such bodies. */
export function renderFileFields(
  form: Form,
  bodies: readonly BodyNode[],
  { errors, isAlwaysSent }: FilesOfForm,
): readonly Html[] {
  const inParts = bodies.find((body) => inputOfBody(body) === 'parts');
  const asFile = bodies.filter((body) => inputOfBody(body) === 'file').map(({ mediaType }) => mediaType);
  return [
    ...(inParts ? [renderParts(form, inParts, { errors, isAlwaysSent })] : []),
    ...(asFile.length > 0
      ? [
          renderFile({
            id: 'body-file',
            name: onlyFileField,
            label: tryIt.file(cutText(asFile.join(', '), 200)),
            error: errors.get(onlyFileField),
            isRequired: isAlwaysSent,
          }),
        ]
      : []),
  ];
}

function renderParts(form: Form, body: BodyNode, files: FilesOfForm): Html {
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
  const fields = parts.map((part, index) => renderPart(part, takeText(part), `part-${index}`, files));
  return html`<fieldset class="stack tight">
    <legend>${tryIt.parts}</legend>
    ${isCut ? html`<p class="notice">${tryIt.longParts}</p>` : undefined} ${fields}
    ${left > 0 ? html`<p class="notice">${tryIt.moreParts(left)}</p>` : undefined}
  </fieldset>`;
}

function renderPart(
  { name, isFile, isRequired }: BodyPart,
  text: string,
  id: string,
  { errors, isAlwaysSent }: FilesOfForm,
): Html {
  const label = `${name}${isRequired ? ` (${tryIt.required})` : ''}`;
  if (isFile) {
    const fileField = fileFieldOf(name);
    const error = errors.get(fileField);
    return renderFile({ id, name: fileField, label, error, isRequired: isRequired && isAlwaysSent });
  }
  const field = textFieldOf(name);
  const start = html`<textarea class="code" id="${id}" name="${field}" rows="2" spellcheck="false" autocomplete="off">`;
  return html`<div class="field">
    <label for="${id}"><bdi>${label}</bdi></label>
    ${start}${`\n${text}`}${html`</textarea>`}
  </div>`;
}

interface FileField {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  /** Whether a browser asks for a file. */
  readonly isRequired: boolean;
}

function renderFile({ id, name, label, error, isRequired }: FileField): Html {
  const isInvalid = error !== undefined;
  const attributes = html`aria-describedby="${`${id}-hint${isInvalid ? ` ${id}-error` : ''}`}"
  ${isInvalid ? html`aria-invalid="true"` : undefined} ${isRequired ? html`required=""` : undefined}`;
  return html`<div class="field">
    <label for="${id}"><bdi>${label}</bdi></label>
    <p class="hint" id="${id}-hint">${tryIt.fileHint}</p>
    ${isInvalid ? html`<p class="error" id="${id}-error">${error}</p>` : undefined}
    <input id="${id}" name="${name}" type="file" ${attributes} />
  </div>`;
}
