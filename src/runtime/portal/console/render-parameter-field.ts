import type { Json } from '#compiled/json.ts';
import { exampleOf } from '#openapi/example/example-of.ts';
import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { describeType } from '../api-page/describe-type.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

const { tryIt } = texts;

/** In UTF-16 code units. */
const longestValue = 1000;

/** The field of a parameter, filled with the submitted value, or with an example if the parameter is required. */
export function renderParameterField({ form }: StoreVisit, parameter: InputParameter, index: number): Html {
  const { name, location, isRequired } = parameter;
  const field = fieldOf(parameter);
  // Contains the index instead of the parameter's name, which may contain spaces, while an id must not.
  const id = `parameter-${index}`;
  const value = form.size > 0 ? form.get(field) : exampleText(parameter);
  return html`<div class="field">
    <label for="${id}"><bdi>${cutText(name, 200)}</bdi></label>
    <p class="hint" id="${id}-hint">${describeField(parameter)}</p>
    <input
      id="${id}"
      name="${field}"
      value="${value ?? ''}"
      aria-describedby="${id}-hint"
      autocomplete="off"
      ${isRequired && location === 'path' ? html`required=""` : undefined}
    />
  </div>`;
}

function describeField(parameter: InputParameter): string {
  const { location, schema, isRequired } = parameter;
  const input = inputOf(parameter);
  return [
    tryIt.locations[location],
    describeType(schema),
    ...(isRequired ? [tryIt.required] : []),
    ...(input === 'list' ? [tryIt.listHint] : []),
    ...(input === 'json' ? [tryIt.jsonHint] : []),
  ].join(' · ');
}

/** The example of a required parameter, as a reader would type it; empty if it is too long. */
function exampleText(parameter: InputParameter): string {
  const {
    isRequired,
    schema,
    examples: [example],
  } = parameter;
  if (!isRequired) return '';
  const text = toText(example ? example.value : exampleOf(schema, 'request'), inputOf(parameter));
  return text.length <= longestValue ? text : '';
}

function toText(value: Json, input: ReturnType<typeof inputOf>): string {
  if (typeof value === 'string') return value;
  if (input === 'list' && Array.isArray(value)) return (value as readonly Json[]).map(String).join(', ');
  return value === null ? '' : JSON.stringify(value);
}

/** The locations of parameters with a field in the form; cookies are never sent from the store. */
type InputLocation = 'path' | 'query' | 'header';

/** A parameter with a field in the form. */
type InputParameter = ParameterNode & { readonly location: InputLocation };

/** The parameters of an operation that get a field in the form. */
export function listInputs({ parameters }: OperationNode): readonly InputParameter[] {
  return parameters.filter(isInput);
}

function isInput(parameter: ParameterNode): parameter is InputParameter {
  const { location } = parameter;
  return location === 'path' || location === 'query' || location === 'header';
}

/** The name of a parameter's field. */
export function fieldOf({ location, name }: ParameterNode): string {
  return `${location}.${name}`;
}

/** The input format of a value: plain text, a comma-separated list, or JSON. */
export function inputOf({ schema, serialisation }: ParameterNode): 'text' | 'list' | 'json' {
  if (serialisation.style === 'json' || schema?.isObject === true) return 'json';
  return schema?.isArray === true ? 'list' : 'text';
}
