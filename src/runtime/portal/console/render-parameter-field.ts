import type { Json } from '#compiled/json.ts';
import { exactExampleOf } from '#openapi/example/example-of.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { describeType } from '../api-page/describe-type.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import {
  chosenItems,
  emptyFieldOf,
  fieldOf,
  inputOf,
  itemFieldOf,
  listChoices,
  listItemChoices,
  type InputParameter,
} from './input-parameters.ts';
import { renderOption } from './render-option.ts';

const { tryIt } = texts;

/** In UTF-16 code units. */
const longestValue = 1000;

/** Parameters with more values get a field for text. */
const mostChoices = 200;

/** The maximum number of examples that a field for text suggests. */
const mostSuggestions = 20;

/** A parameter, its number among the fields, and what is wrong with its value. */
interface FieldOfParameter {
  readonly parameter: InputParameter;
  readonly index: number;
  readonly error: string | undefined;
}

/** The field of a parameter, filled with the submitted value, or with an example if the parameter is required. */
export function renderParameterField(form: Form, { parameter, index, error }: FieldOfParameter): Html {
  // Contains the index instead of the parameter's name, which may contain spaces, while an id must not.
  const id = `parameter-${index}`;
  const value = (form.size > 0 ? form.get(fieldOf(parameter)) : exampleText(parameter)) ?? '';
  const attributes = html`id="${id}" name="${fieldOf(parameter)}"
  aria-describedby="${`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}" autocomplete="off"
  ${error === undefined ? undefined : html`aria-invalid="true"`}
  ${parameter.isRequired && parameter.location === 'path' ? html`required=""` : undefined}`;
  const items = listItemChoices(parameter);
  if (items) return renderItemChoices(form, { parameter, index, error }, items);
  const choices = inputOf(parameter) === 'text' ? listChoices(parameter.schema, mostChoices) : undefined;
  return html`<div class="field">
    <label for="${id}"><bdi>${cutText(parameter.name, 200)}</bdi></label>
    <p class="hint" id="${id}-hint">${describeField(parameter, tryIt.listHint)}</p>
    ${error === undefined ? undefined : html`<p class="error" id="${id}-error">${error}</p>`}
    ${choices ? renderChoices(attributes, choices, value) : renderTextField(attributes, parameter, id, value)}
    ${parameter.allowsEmpty ? renderEmptyChoice(form, parameter, `${id}-empty`) : undefined}
  </div>`;
}

function describeField(parameter: InputParameter, listHint: string): string {
  const { location, schema, isRequired } = parameter;
  const input = inputOf(parameter);
  return [
    tryIt.locations[location],
    describeType(schema),
    ...(isRequired ? [tryIt.required] : []),
    ...(input === 'list' ? [listHint] : []),
    ...(input === 'json' ? [tryIt.jsonHint] : []),
  ].join(' · ');
}

function renderChoices(attributes: Html, choices: readonly string[], value: string): Html {
  return html`<select ${attributes}>
    ${renderOption('', tryIt.notSent, value === '')}
    ${choices.map((choice) => renderOption(choice, choice, choice === value))}
  </select>`;
}

/** A check box for each value that the items of a list have; those of the example are checked at first. */
function renderItemChoices(
  form: Form,
  { parameter, index, error }: FieldOfParameter,
  items: readonly string[],
): Html {
  const id = `parameter-${index}`;
  const checked = new Set(form.size > 0 ? chosenItems(parameter, form) : exampleItems(parameter));
  const isInvalid = error !== undefined;
  return html`<fieldset class="field" aria-describedby="${`${id}-hint${isInvalid ? ` ${id}-error` : ''}`}">
    <legend><bdi>${cutText(parameter.name, 200)}</bdi></legend>
    <p class="hint" id="${id}-hint">${describeField(parameter, tryIt.itemsHint)}</p>
    ${error === undefined ? undefined : html`<p class="error" id="${id}-error">${error}</p>`}
    ${items.map((item, number) =>
      renderCheckBox({
        id: `${id}-${number}`,
        name: itemFieldOf(parameter, number),
        value: item,
        text: item,
        isChecked: checked.has(item),
        isInvalid,
      }),
    )}
    ${parameter.allowsEmpty ? renderEmptyChoice(form, parameter, `${id}-empty`) : undefined}
  </fieldset>`;
}

function renderTextField(attributes: Html, parameter: InputParameter, id: string, value: string): Html {
  const suggestions = listSuggestions(parameter);
  if (suggestions.length < 2) return html`<input ${attributes} value="${value}" />`;
  return html`<input ${attributes} list="${id}-examples" value="${value}" />
    <datalist id="${id}-examples">
      ${suggestions.map((text) => html`<option value="${text}"></option>`)}
    </datalist>`;
}

/** The examples of a parameter, as a reader would type them. */
function listSuggestions(parameter: InputParameter): readonly string[] {
  const { examples, schema } = parameter;
  const all = [...examples, ...(schema?.examples ?? [])].map(({ exact }) =>
    toText(exact, inputOf(parameter)),
  );
  const short = all.filter((text) => text !== '' && text.length <= longestValue);
  return [...new Set(short)].slice(0, mostSuggestions);
}

function renderEmptyChoice(form: Form, parameter: InputParameter, id: string): Html {
  const name = emptyFieldOf(parameter);
  return renderCheckBox({
    id,
    name,
    value: 'on',
    text: tryIt.sendEmpty,
    isChecked: form.has(name),
    isInvalid: false,
  });
}

interface CheckBox {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly text: string;
  readonly isChecked: boolean;
  readonly isInvalid: boolean;
}

function renderCheckBox({ id, name, value, text, isChecked, isInvalid }: CheckBox): Html {
  const state = html`${isChecked ? html`checked=""` : undefined}
  ${isInvalid ? html`aria-invalid="true"` : undefined}`;
  return html`<div class="choice">
    <input type="checkbox" id="${id}" name="${name}" value="${value}" ${state} />
    <label for="${id}">${text}</label>
  </div>`;
}

/** The example of a required parameter, as a reader would type it; empty if it is too long. */
function exampleText(parameter: InputParameter): string {
  const text = toText(exampleValue(parameter), inputOf(parameter));
  return text.length <= longestValue ? text : '';
}

/** The items of the example of a required list. */
function exampleItems(parameter: InputParameter): readonly string[] {
  const value = exampleValue(parameter);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => toText(item, 'text'));
  return toText(value, 'list')
    .split(',')
    .map((item) => item.trim());
}

/** Null without an example, which only required parameters have. */
function exampleValue({ isRequired, schema, examples: [example] }: InputParameter): Json {
  if (!isRequired) return null;
  return example ? example.exact : exactExampleOf(schema, 'request');
}

function toText(value: Json, input: ReturnType<typeof inputOf>): string {
  if (typeof value === 'string') return value;
  if (input === 'list' && Array.isArray(value))
    return (value as readonly Json[]).map((item) => toText(item, 'text')).join(', ');
  return value === null ? '' : JSON.stringify(value);
}
