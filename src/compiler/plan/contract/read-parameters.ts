import type { JsonObject } from '../../../compiled/json.ts';
import { appendPointer } from '../../../source/place.ts';
import { omit, pick, type ListedObject, type Located } from './contract-document.ts';
import type { ContractSide } from './contract-side.ts';
import type { ContractOperation } from './read-operations.ts';
import type { SchemaNode } from './schemas/schema-nodes.ts';
import { styleOf, swaggerStyleOf } from './serialisation-style.ts';

/** A parameter of an operation, in whatever line of OpenAPI. */
export interface ContractParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Whether a query parameter may have no value at all. */
  readonly allowsEmpty: boolean;
  /** How its value is written; equal texts are equal ways. */
  readonly style: string;
  readonly schema: SchemaNode;
  readonly documentation: JsonObject;
  readonly pointer: string;
  /** Where the operation or its path names it, which may be a reference. */
  readonly place: string;
}

/** They are described elsewhere, so that parameters of these names are to be ignored (OpenAPI 3.0.4, section 4.7.12). */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

const notDocumentation = new Set([
  '$ref',
  'name',
  'in',
  'required',
  'deprecated',
  'schema',
  'content',
  'style',
  'explode',
  'allowReserved',
  'allowEmptyValue',
]);

/** Those of an operation and of its path but bodies, by where they stand and their names. */
export function readParameters(
  { operation, item }: ContractOperation,
  side: ContractSide,
): ReadonlyMap<string, ContractParameter> {
  const { document } = side;
  const all = [...document.items(item, 'parameters'), ...document.items(operation, 'parameters')];
  const parameters = all.flatMap((located) => readParameter(located, side) ?? []);
  return new Map(parameters.map((parameter) => [keyOf(parameter), parameter]));
}

export function keyOf({ name, in: place }: Pick<ContractParameter, 'name' | 'in'>): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function readParameter(located: ListedObject, side: ContractSide): ContractParameter | undefined {
  const { name, in: place, required, deprecated, allowEmptyValue } = located.value;
  if (typeof name !== 'string' || typeof place !== 'string') return undefined;
  if (place === 'body' || place === 'formData') return undefined;
  if (place === 'header' && ignoredHeaders.has(name.toLowerCase())) return undefined;
  const described = side.document.isSwagger ? describeSwagger(located, side) : describe(located, side);
  return {
    name,
    in: place,
    required: required === true || place === 'path',
    deprecated: deprecated === true,
    allowsEmpty: allowEmptyValue === true,
    pointer: located.pointer,
    place: located.place,
    ...described,
  };
}

type Described = Pick<ContractParameter, 'schema' | 'style' | 'documentation'>;

function describe({ value, pointer }: Located, { nodes, document }: ContractSide): Described {
  const documentation = document.withTexts(omit(value, notDocumentation));
  const [media] = [...document.members(document.member({ value, pointer }, 'content'))];
  if (media) {
    const [type, { value: content, pointer: at }] = media;
    const schema = nodes.nodeOf(content['schema'], appendPointer(at, 'schema'));
    return { schema, style: `content ${type}`, documentation };
  }
  const schema = nodes.nodeOf(value['schema'], appendPointer(pointer, 'schema'));
  return { schema, style: styleOf(value, schema), documentation };
}

/** In OpenAPI 2.0 a parameter that is no body is its own schema. */
function describeSwagger({ value, pointer }: Located, { nodes }: ContractSide): Described {
  const names = Object.keys(value).filter((name) => name.startsWith('x-') || name === 'description');
  const rest = new Set([...notDocumentation, 'collectionFormat', ...names]);
  const schema = nodes.nodeOf(omit(value, rest), pointer);
  return { schema, style: swaggerStyleOf(value, schema), documentation: pick(value, names) };
}
