import type { Json } from '#compiled/json.ts';
import type { Form } from '#runtime/requests/forms.ts';
import type { OperationNode, ParameterNode, SchemaNode } from '#openapi/model.ts';

/** The locations of parameters with a field in the form. */
type InputLocation = 'path' | 'query' | 'header' | 'cookie';

/** A parameter with a field in the form. */
export type InputParameter = ParameterNode & { readonly location: InputLocation };

const locations: ReadonlySet<string> = new Set<InputLocation>(['path', 'query', 'header', 'cookie']);

/** The parameters of an operation that get a field in the form. */
export function listInputs({ parameters }: OperationNode): readonly InputParameter[] {
  return parameters.filter(isInput);
}

function isInput(parameter: ParameterNode): parameter is InputParameter {
  return locations.has(parameter.location);
}

/** The name of a parameter's field. */
export function fieldOf({ location, name }: ParameterNode): string {
  return `${location}.${name}`;
}

/** The name of the field by which a parameter is sent without a value. */
export function emptyFieldOf(parameter: ParameterNode): string {
  return `empty.${fieldOf(parameter)}`;
}

/** The name of the field that sends one of the values that the items of a list have; the value itself is sent. */
export function itemFieldOf(parameter: ParameterNode, index: number): string {
  return `item.${index}.${fieldOf(parameter)}`;
}

/** In UTF-16 code units. */
const longestChoice = 1000;

/** The only texts that the values of a parameter have; undefined if it has other values or more than `most`. */
export function listChoices(schema: SchemaNode | undefined, most: number): readonly string[] | undefined {
  const listed = schema?.exactKeyword('enum');
  const values = Array.isArray(listed)
    ? (listed as readonly Json[])
    : schema?.isOnly('boolean') === true
      ? [true, false]
      : [];
  const choices = values.map(showChoice).filter((text) => text !== '');
  const isShort = choices.length <= most && choices.every((text) => text.length <= longestChoice);
  return choices.length > 0 && isShort ? [...new Set(choices)] : undefined;
}

function showChoice(value: Json): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

/** Lists whose items have more values get a field for text. */
const mostItems = 100;

/** The only texts that the items of a list have; undefined for other parameters, and if the items have other values. */
export function listItemChoices(parameter: InputParameter): readonly string[] | undefined {
  return inputOf(parameter) === 'list' ? listChoices(parameter.schema?.items, mostItems) : undefined;
}

/**
 * The values of items that a form sends. They are looked up by their texts, since another version of the document may have
 * them in another order.
 */
export function chosenItems(parameter: InputParameter, form: Form): readonly string[] {
  const sent = new Set(
    Array.from({ length: mostItems }, (_, index) => form.get(itemFieldOf(parameter, index)))
      .filter((text) => text !== undefined)
      .map(withLineFeeds),
  );
  return listItemChoices(parameter)?.filter((item) => sent.has(withLineFeeds(item))) ?? [];
}

/** Browsers submit every line break in a form as CR LF. */
function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** The input format of a value: plain text, a comma-separated list, or JSON. */
export function inputOf({ schema, serialisation }: ParameterNode): 'text' | 'list' | 'json' {
  if (serialisation.style === 'json' || schema?.isObject === true) return 'json';
  return schema?.isArray === true ? 'list' : 'text';
}
