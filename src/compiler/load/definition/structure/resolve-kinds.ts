import { type JsonObject, valueAt } from '#compiled/json.ts';
import { appendPointer, splitPointer } from '#source/place.ts';
import type { StructuralError } from '../../validators/fits-openapi.ts';

/**
 * A failed `oneOf` reports the errors of each of its alternatives. If the kind of the object is clear, the errors of
 * the other kinds are left out; if its kind is unknown, one error lists all kinds.
 */
export function resolveKinds(
  errors: readonly StructuralError[],
  contract: JsonObject,
): readonly StructuralError[] {
  const kindErrors = errors.filter(({ params }) => valueOfKind(params) !== undefined);
  /** The required members of the kinds of an object, by the pointer of the object. */
  const asked = new Map<string, readonly string[]>();
  const unknown = new Map<string, StructuralError>();
  for (const error of kindErrors) {
    const wanted = wantedAt(error.instancePath, contract);
    const parent = parentOf(error.instancePath);
    if (wanted) asked.set(parent, [...(asked.get(parent) ?? []), ...wanted]);
    else unknown.set(error.instancePath, joinValues(unknown.get(error.instancePath), error));
  }
  const others = errors.filter((error) => !kindErrors.includes(error));
  return [...withoutOtherKinds(others, asked), ...unknown.values()];
}

/** The one value that a branch of a `oneOf` allows. */
function valueOfKind(params: StructuralError['params']): unknown {
  const values: unknown = params['allowedValues'];
  return Array.isArray(values) && values.length === 1 ? values[0] : undefined;
}

function wantedAt(pointer: string, contract: JsonObject): readonly string[] | undefined {
  const path = splitPointer(pointer);
  const kinds = (Object.hasOwn(contract, 'swagger') ? kindsOfSwagger : kindsOfOpenapi)[path.at(-1) ?? ''];
  const value = valueAt(contract, path);
  return kinds && typeof value === 'string' && Object.hasOwn(kinds, value) ? kinds[value] : undefined;
}

function joinValues(known: StructuralError | undefined, error: StructuralError): StructuralError {
  const before = (known?.params['allowedValues'] ?? []) as readonly unknown[];
  const allowedValues = [...new Set([...before, valueOfKind(error.params)])];
  return { ...error, params: { allowedValues } };
}

function withoutOtherKinds(
  errors: readonly StructuralError[],
  asked: ReadonlyMap<string, readonly string[]>,
): readonly StructuralError[] {
  const isWanted = ({ instancePath, keyword, params }: StructuralError): boolean =>
    keyword === 'required' && asked.get(instancePath)?.includes(String(params['missingProperty'])) === true;
  const lacking = new Set(errors.filter(isWanted).map(({ instancePath }) => instancePath));
  return errors.filter(
    (error) =>
      !asked.has(error.instancePath) ||
      (lacking.has(error.instancePath) ? isWanted(error) : error.keyword !== 'required'),
  );
}

function parentOf(pointer: string): string {
  return appendPointer('', ...splitPointer(pointer).slice(0, -1));
}

/** Members whose value determines the kind of an object, with the required members of each kind. */
type Kinds = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** OpenAPI 3.0; from 3.1 on the JSON Schema itself distinguishes the kinds. */
const kindsOfOpenapi: Kinds = {
  in: { path: ['name', 'required'], query: ['name'], header: ['name'], cookie: ['name'] },
  type: {
    apiKey: ['name', 'in'],
    http: ['scheme'],
    oauth2: ['flows'],
    openIdConnect: ['openIdConnectUrl'],
  },
};

const kindsOfSwagger: Kinds = {
  in: {
    path: ['name', 'required', 'type'],
    query: ['name', 'type'],
    header: ['name', 'type'],
    formData: ['name', 'type'],
    body: ['name', 'schema'],
  },
  type: {
    basic: [],
    apiKey: ['name', 'in'],
    oauth2: ['flow'],
    ...Object.fromEntries(
      ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'file'].map((type) => [type, []]),
    ),
  },
  flow: {
    implicit: ['authorizationUrl'],
    password: ['tokenUrl'],
    application: ['tokenUrl'],
    accessCode: ['authorizationUrl', 'tokenUrl'],
  },
};
