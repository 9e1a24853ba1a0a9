import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { renderDocumentParts } from './draft/render-document.ts';
import type { FormField, FormOption } from './proposal-form.ts';

const { form } = texts.proposals;

/** One field of a form, with its label and its hint. */
export function renderField(field: FormField): Html {
  const { kind, name, label, value = '' } = field;
  if (kind === 'check') return renderCheck(name, 'on', label, value !== '');
  if (kind === 'many') return renderMany(field);
  if (kind === 'fixed') return renderFixed(field);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${renderHint(field)} ${renderInput(field)} ${kind === 'document' ? renderDocumentParts(name) : undefined}
  </div>`;
}

function renderFixed({ name, label, value }: FormField): Html {
  return html`<dl class="field">
    <dt>${label}</dt>
    <dd>
      <bdi>${value}</bdi>
      <input type="hidden" name="${name}" value="${value}" />
    </dd>
  </dl>`;
}

function renderHint({ name, kind, hint }: FormField): Html | undefined {
  const text = hint ?? (kind === 'lines' ? form.linesHint : undefined);
  return text === undefined ? undefined : html`<p class="hint" id="${name}-hint">${text}</p>`;
}

function renderInput(field: FormField): Html {
  const { name, kind, value = '', isRequired, options = [] } = field;
  const described = renderHint(field) && html` aria-describedby="${name}-hint"`;
  const required = isRequired === true ? html` required=""` : undefined;
  if (kind === 'one')
    return html`<select id="${name}" name="${name}" ${described}>
      ${options.map(renderOption)}
    </select>`;
  if (kind === 'lines' || kind === 'document')
    return html`<textarea
      id="${name}"
      name="${name}"
      class="code"
      rows="${kind === 'lines' ? '3' : '16'}"
      spellcheck="false"
      ${described}${required}
    >
${value}</textarea>`;
  const type = kind === 'date' ? 'date' : 'text';
  return html`<input id="${name}" name="${name}" type="${type}" value="${value}" ${described}${required} />`;
}

function renderOption({ value, text, isChosen }: FormOption): Html {
  return html`<option value="${value}" ${isChosen === true ? html`selected=""` : undefined}>${text}</option>`;
}

function renderMany({ name, label, hint, options = [] }: FormField): Html {
  return html`<fieldset>
    <legend>${label}</legend>
    ${hint === undefined ? undefined : html`<p class="hint">${hint}</p>`}
    ${options.map(({ value, text, isChosen }) => renderCheck(`${name}.${value}`, 'on', text, isChosen === true))}
  </fieldset>`;
}

function renderCheck(name: string, value: string, text: string, isChecked: boolean): Html {
  return html`<div class="choice">
    <input
      type="checkbox"
      id="${name}"
      name="${name}"
      value="${value}"
      ${isChecked ? html`checked=""` : undefined}
    />
    <label for="${name}">${text}</label>
  </div>`;
}
