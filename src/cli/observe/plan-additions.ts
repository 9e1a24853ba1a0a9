import { STATUS_CODES } from 'node:http';
import { isJsonObject, type Json, type JsonObject, valueAt } from '#compiled/json.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { declaredResponse } from '#runtime/observation/check-answer.ts';
import type { Additions, OperationAdditions } from '#runtime/observation/additions.ts';
import { appendPointer, splitPointer } from '#source/place.ts';
import type { NullStyle, SeenValues } from '#runtime/observation/seen-values.ts';

type Bodies = ReadonlyMap<string, SeenValues>;

/** How a version of OpenAPI declares observed calls. */
interface Dialect {
  readonly isSwagger: boolean;
  readonly nulls: NullStyle;
  /** The `content` of bodies by media type, for OpenAPI 3. */
  readonly contentOf: (bodies: Bodies) => JsonObject;
  /** The schema of all bodies, for Swagger 2.0. */
  readonly schemaOf: (bodies: Bodies) => JsonObject;
  readonly bodyParameter: (bodies: Bodies) => JsonObject;
  readonly responseOf: (description: string | undefined, bodies: Bodies) => JsonObject;
}

/** Something to add to a document, at a pointer in its contract: members of an object, or items of a list. */
export type Addition =
  | { readonly pointer: string; readonly members: JsonObject }
  | { readonly pointer: string; readonly items: readonly JsonObject[] | readonly string[] };

/** The methods that a path item has a field for. */
const methods: ReadonlySet<string> = new Set([
  'GET',
  'PUT',
  'POST',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PATCH',
  'TRACE',
]);

/** The additions that declare all observed calls in a document, one for each object or list. */
export function planAdditions(document: OpenapiDocument, additions: Additions): readonly Addition[] {
  const dialect = dialectOf(document);
  const planned = new AdditionPlan();
  const declared = additions.operations.filter(isDeclarable);
  planNewOperations(
    document,
    declared.filter(({ isNew }) => isNew),
    dialect,
    planned,
  );
  for (const added of declared) {
    const operation = added.isNew ? undefined : document.operation(added.method, added.template);
    if (!operation) continue;
    planParameters(operation, added, dialect, planned);
    planRequestBodies(operation, added, dialect, planned);
    planResponses(operation, added, dialect, planned);
  }
  for (const [pointer, fields] of additions.fields) {
    const schemas = [...fields].map(([name, values]) => [name, values.toSchema(dialect.nulls)] as const);
    planned.addMember(document, pointer, 'properties', Object.fromEntries(schemas));
  }
  return planned.all;
}

/**
 * Whether a document can declare an operation: its path needs a known segment, since it would otherwise match nearly
 * all paths.
 */
export function isDeclarable({ method, template }: OperationAdditions): boolean {
  return (
    methods.has(method) && template.split('/').some((segment) => !/^\{.*\}$/.test(segment) && segment !== '')
  );
}

/** Groups additions by the object or list that they go into. */
class AdditionPlan {
  readonly #members = new Map<string, Record<string, JsonObject[string]>>();
  readonly #items = new Map<string, (JsonObject | string)[]>();

  get all(): readonly Addition[] {
    return [
      ...[...this.#members].map(([pointer, members]) => ({ pointer, members })),
      ...[...this.#items].map(([pointer, items]) => ({ pointer, items }) as Addition),
    ];
  }

  /** Adds members to an object; the first of several members with the same name takes precedence. */
  addMembers(pointer: string, members: JsonObject): void {
    const known = this.#members.get(pointer) ?? Object.create(null);
    for (const [name, value] of Object.entries(members)) if (!(name in known)) known[name] = value;
    this.#members.set(pointer, known);
  }

  addItems(pointer: string, items: readonly (JsonObject | string)[]): void {
    const known = this.#items.get(pointer) ?? [];
    this.#items.set(pointer, [...known, ...items.filter((item) => !known.includes(item))]);
  }

  /** Adds members to an object within another object, and adds the inner object if it is missing. */
  addMember({ root }: OpenapiDocument, pointer: string, name: string, members: JsonObject): void {
    if (Object.keys(members).length === 0) return;
    const inner = appendPointer(pointer, name);
    const isThere = isJsonObject(valueAtPointer(root, inner));
    const missing = this.#members.get(pointer)?.[name];
    if (isThere) this.addMembers(inner, members);
    else this.#merge(pointer, name, isJsonObject(missing) ? { ...members, ...missing } : members);
  }

  /** Adds items to a list of an operation, and adds the list if it is missing. */
  addToList({ pointer, value }: OperationNode, name: string, items: readonly JsonObject[]): void {
    if (Array.isArray(value[name])) return this.addItems(appendPointer(pointer, name), items);
    this.addMembers(pointer, {});
    const known = this.#members.get(pointer);
    const before = known?.[name];
    if (known) known[name] = [...(Array.isArray(before) ? (before as readonly Json[]) : []), ...items];
  }

  #merge(pointer: string, name: string, members: JsonObject): void {
    this.addMembers(pointer, {});
    const known = this.#members.get(pointer);
    if (known) known[name] = members;
  }
}

function valueAtPointer(root: JsonObject, pointer: string): unknown {
  return valueAt(root, splitPointer(pointer));
}

function planNewOperations(
  document: OpenapiDocument,
  added: readonly OperationAdditions[],
  dialect: Dialect,
  planned: AdditionPlan,
): void {
  const byTemplate = Map.groupBy(added, ({ template }) => template);
  for (const [template, operations] of byTemplate) {
    const members = Object.fromEntries(
      operations.map((operation) => [operation.method.toLowerCase(), describeOperation(operation, dialect)]),
    );
    const path = document.paths.find((declared) => declared.template === template);
    if (path) planned.addMembers(path.pointer, members);
    else planned.addMember(document, '', 'paths', { [template]: members });
  }
}

function planParameters(
  operation: OperationNode,
  added: OperationAdditions,
  dialect: Dialect,
  planned: AdditionPlan,
): void {
  const parameters = parametersOf(added, dialect);
  if (parameters.length === 0) return;
  planned.addToList(operation, 'parameters', parameters);
}

function planRequestBodies(
  operation: OperationNode,
  { requestBodies }: OperationAdditions,
  dialect: Dialect,
  planned: AdditionPlan,
): void {
  if (requestBodies.size === 0) return;
  const { document, requestBody } = operation;
  const content = dialect.contentOf(requestBodies);
  if (!dialect.isSwagger) {
    const pointer = requestBody?.pointer;
    if (pointer === undefined) planned.addMembers(operation.pointer, { requestBody: { content } });
    else planned.addMember(document, pointer, 'content', content);
    return;
  }
  planTypes(operation, 'consumes', [...requestBodies.keys()], planned);
  if (requestBody) return;
  planned.addToList(operation, 'parameters', [dialect.bodyParameter(requestBodies)]);
}

function planResponses(
  operation: OperationNode,
  { responses }: OperationAdditions,
  dialect: Dialect,
  planned: AdditionPlan,
): void {
  const { document } = operation;
  const types = new Set([...responses.values()].flatMap((bodies) => [...bodies.keys()]));
  if (dialect.isSwagger) planTypes(operation, 'produces', [...types], planned);
  for (const [status, bodies] of responses) {
    const declared = declaredResponse(operation, status);
    if (!declared) {
      const response = { [status]: dialect.responseOf(STATUS_CODES[status], bodies) };
      planned.addMember(document, operation.pointer, 'responses', response);
    } else if (!dialect.isSwagger)
      planned.addMember(document, declared.pointer, 'content', dialect.contentOf(bodies));
    else if (declared.bodyKey === undefined && bodies.size > 0)
      planned.addMembers(declared.pointer, { schema: dialect.schemaOf(bodies) });
  }
}

/**
 * Adds media types in Swagger 2.0. An operation without a list inherits the document's, whose items are then copied.
 */
function planTypes(
  { document, value, pointer }: OperationNode,
  key: 'consumes' | 'produces',
  types: readonly string[],
  planned: AdditionPlan,
): void {
  const own = value[key];
  const inherited = document.root[key];
  const known: readonly unknown[] = Array.isArray(own) ? own : Array.isArray(inherited) ? inherited : [];
  const missing = types.filter((type) => !known.includes(type));
  if (missing.length === 0) return;
  if (Array.isArray(own)) planned.addItems(`${pointer}/${key}`, missing);
  else planned.addMembers(pointer, { [key]: [...known.map(String), ...missing] });
}

function dialectOf({ isSwagger, mergesSiblings }: OpenapiDocument): Dialect {
  const nulls = mergesSiblings ? 'type' : isSwagger ? 'none' : 'nullable';
  const contentOf = (bodies: Bodies): JsonObject =>
    Object.fromEntries([...bodies].map(([type, values]) => [type, { schema: values.toSchema(nulls) }]));
  const schemaOf = (bodies: Bodies): JsonObject => [...bodies.values()][0]?.toSchema(nulls) ?? {};
  return {
    isSwagger,
    nulls,
    contentOf,
    schemaOf,
    bodyParameter: (bodies) => ({
      name: 'body',
      in: 'body',
      schema: schemaOf(bodies),
    }),
    responseOf: (description = 'Observed', bodies) => {
      if (bodies.size === 0) return { description };
      return {
        description,
        ...(isSwagger ? { schema: schemaOf(bodies) } : { content: contentOf(bodies) }),
      };
    },
  };
}

/** The parameters that were sent without being declared. */
function parametersOf({ query, headers }: OperationAdditions, dialect: Dialect): readonly JsonObject[] {
  const inLocation = (location: 'query' | 'header', seen: ReadonlyMap<string, SeenValues>) =>
    [...seen].map(([name, values]) => parameter(name, location, values.toTextSchema(), dialect));
  return [...inLocation('query', query), ...inLocation('header', headers)];
}

function parameter(name: string, location: string, schema: JsonObject, { isSwagger }: Dialect): JsonObject {
  const required = location === 'path' && { required: true };
  return { name, in: location, ...required, ...(isSwagger ? schema : { schema }) };
}

/** Describes an operation that is not declared yet. The summary is a placeholder for its owner to replace. */
function describeOperation(added: OperationAdditions, dialect: Dialect): JsonObject {
  const { template, requestBodies, responses } = added;
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const path = names.map((name) => parameter(name, 'path', { type: 'string' }, dialect));
  const body = dialect.isSwagger && requestBodies.size > 0 ? [dialect.bodyParameter(requestBodies)] : [];
  const parameters = [...path, ...parametersOf(added, dialect), ...body];
  const answers = [...responses].map(
    ([status, bodies]) => [status, dialect.responseOf(STATUS_CODES[status], bodies)] as const,
  );
  return {
    summary: 'Observed, and not described yet',
    ...(dialect.isSwagger && typesOf(added)),
    ...(parameters.length > 0 && { parameters }),
    ...(!dialect.isSwagger &&
      requestBodies.size > 0 && { requestBody: { content: dialect.contentOf(requestBodies) } }),
    responses: Object.fromEntries(answers),
  };
}

function typesOf({ requestBodies, responses }: OperationAdditions): JsonObject {
  const consumes = [...requestBodies.keys()];
  const produces = [...new Set([...responses.values()].flatMap((bodies) => [...bodies.keys()]))];
  return { ...(consumes.length > 0 && { consumes }), ...(produces.length > 0 && { produces }) };
}
