import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { renderLines } from './form-problem.ts';
import type { FormField, FormOption } from './proposal-form.ts';
import { documentFields } from './stored-document.ts';

const { form: formTexts, draft } = texts.proposals;

/** One field of a form, with its label, its hint, and what is wrong with it. */
export function renderField(field: FormField): Html {
  const { kind, name, label, value = '' } = field;
  if (kind === 'check') return renderCheck({ name, text: label, isChecked: value !== '' });
  if (kind === 'many') return renderMany(field);
  if (kind === 'fixed') return renderFixed(field);
  if (kind === 'hidden') return html`<input type="hidden" name="${name}" value="${value}" />`;
  if (kind === 'note') return renderNote(field);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${renderHint(field)} ${renderDeclared(field)} ${renderError(field)} ${renderInput(field)}
    ${kind === 'document' ? renderDocumentParts(field) : undefined} ${renderShowAgain(field)}
  </div>`;
}

/** The button that shows the form again with what was typed, and with what depends on it. */
function renderShowAgain({ showAgain }: FormField): Html | undefined {
  return showAgain === undefined
    ? undefined
    : html`<p>
        <button class="quiet" type="submit" name="step" value="edit">${showAgain}</button>
      </p>`;
}

function renderFixed(field: FormField): Html {
  const { name, label, value } = field;
  return html`<dl class="field" id="${name}">
    <dt>${label}</dt>
    <dd>
      <bdi>${value}</bdi>
      <input type="hidden" name="${name}" value="${value}" />
      ${renderError(field)}
    </dd>
  </dl>`;
}

function renderNote({ label, value }: FormField): Html {
  return html`<dl class="field">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </dl>`;
}

function renderHint({ name, kind, hint }: FormField): Html | undefined {
  const text = hint ?? (kind === 'lines' ? formTexts.linesHint : undefined);
  return text === undefined ? undefined : html`<p class="hint" id="${name}-hint">${text}</p>`;
}

/** In UTF-16 code units. */
const longestDeclared = 5000;

function renderDeclared({ name, declared }: FormField): Html | undefined {
  if (declared === undefined) return undefined;
  const text = declared === '' ? formTexts.declaredEmpty : formTexts.declared;
  return html`<div class="stack tight" id="${name}-declared">
    <p class="hint">${text}</p>
    ${declared === '' ? undefined : html`<pre tabindex="0"><bdi>${cutText(declared, longestDeclared)}</bdi></pre>`}
  </div>`;
}

function renderError({ name, problem }: Pick<FormField, 'name' | 'problem'>): Html | undefined {
  return problem === undefined
    ? undefined
    : html`<p class="error" id="${name}-error">${renderLines(problem)}</p>`;
}

/** The attributes that join an input to its hint and to what is wrong with it. */
function describeInput(field: FormField): Html {
  const { name, problem } = field;
  const ids = [
    ...(renderHint(field) ? [`${name}-hint`] : []),
    ...(field.declared === undefined ? [] : [`${name}-declared`]),
    ...(problem === undefined ? [] : [`${name}-error`]),
  ];
  const described = ids.length === 0 ? undefined : html` aria-describedby="${ids.join(' ')}"`;
  return html`${described}${problem === undefined ? undefined : html` aria-invalid="true"`}`;
}

function renderInput(field: FormField): Html {
  const { name, kind, value = '', isRequired } = field;
  const required = isRequired === true ? html` required=""` : undefined;
  const attributes = html`${describeInput(field)}${required}`;
  if (kind === 'one') return renderChoice(field, attributes);
  // By its placeholder, the style sheet knows a field without a text.
  if (kind === 'lines' || kind === 'document')
    return html`<textarea
      id="${name}"
      name="${name}"
      class="code"
      rows="${kind === 'lines' ? '3' : '16'}"
      spellcheck="false"
      placeholder=" "
      ${attributes}
    >
${value}</textarea>`;
  if (kind === 'prose')
    return html`<textarea id="${name}" name="${name}" rows="12" ${attributes}>${value}</textarea>`;
  const type = kind === 'date' || kind === 'search' ? kind : 'text';
  return html`<input id="${name}" name="${name}" type="${type}" value="${value}" ${attributes} />`;
}

/** The maximum number of options of a list, since a page has at most 100 kB. */
const mostOptionsOfPage = 400;

/** A list to choose from; a longer one suggests its beginning in a text field. */
function renderChoice(
  { name, value = '', options = [], mostOptions = mostOptionsOfPage }: FormField,
  attributes: Html,
): Html {
  if (options.length <= mostOptions)
    return html`<select id="${name}" name="${name}" ${attributes}>
      ${options.map(renderOption)}
    </select>`;
  const typed = options.find(({ isChosen }) => isChosen === true)?.value ?? value;
  const suggested = options.filter((option) => option.value !== '').slice(0, mostOptions);
  return html`<input
      id="${name}"
      name="${name}"
      type="text"
      value="${typed}"
      list="${name}-list"
      ${attributes}
    />
    <datalist id="${name}-list">${suggested.map(renderOption)}</datalist>`;
}

function renderOption({ value, text, isChosen }: FormOption): Html {
  return html`<option value="${value}" ${isChosen === true ? html`selected=""` : undefined}>${text}</option>`;
}

function renderMany(field: FormField): Html {
  const { name, label, hint, options = [] } = field;
  const wrong =
    field.problem === undefined ? undefined : html` aria-describedby="${name}-error" aria-invalid="true"`;
  return html`<fieldset>
    <legend>${label}</legend>
    ${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${renderError(field)}
    ${options.map(({ value, text, isChosen }) =>
      renderCheck({ name: `${name}.${value}`, text, isChecked: isChosen === true, attributes: wrong }),
    )}
    ${renderShowAgain(field)}
  </fieldset>`;
}

interface CheckBox {
  readonly name: string;
  readonly text: string;
  readonly isChecked: boolean;
  readonly attributes?: Html | undefined;
}

function renderCheck({ name, text, isChecked, attributes }: CheckBox): Html {
  return html`<div class="choice">
    <input
      type="checkbox"
      id="${name}"
      name="${name}"
      value="on"
      ${isChecked ? html`checked=""` : undefined}
      ${attributes}
    />
    <label for="${name}">${text}</label>
  </div>`;
}

/** The file input of a document, the document that is stored already, and elements for the script of the form. */
function renderDocumentParts({ name, stored, present }: FormField): Html {
  return html`${present && html`<p><a href="${present}">${draft.present}</a></p>`}
    <div class="field">
      <label for="${name}-file">${draft.file}</label>
      ${stored && renderStored(stored)}
      <input
        id="${name}-file"
        name="${documentFields.file}"
        type="file"
        accept=".yaml,.yml,.json"
        ${stored && html`aria-describedby="${name}-stored"`}
      />
    </div>
    <p class="hint" role="status" data-failed="${draft.failed}"></p>
    <div id="findings"></div>`;
}

function renderStored({ digest, fileName }: NonNullable<FormField['stored']>): Html {
  return html`<p class="hint" id="${documentFields.text}-stored">
      ${fileName === '' ? draft.storedText : html`${draft.storedFile} <bdi>${fileName}</bdi>.`}
      ${draft.replace}
    </p>
    <input type="hidden" name="${documentFields.stored}" value="${digest}" />
    <input type="hidden" name="${documentFields.fileName}" value="${fileName}" />`;
}
