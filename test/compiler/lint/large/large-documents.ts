import type { Json, JsonObject } from '#compiled/json.ts';
import { chain, entangle, lattice, nest, tree, type Schemas } from './tangled-schemas.ts';

const string = { type: 'string' };
const text = (description: string): JsonObject => ({ description });
const reference = (section: string, name: string): JsonObject => ({
  $ref: `#/components/${section}/${name}`,
});
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });

/** A document without findings, except those put into it. */
function documentWith(paths: JsonObject, components: JsonObject): JsonObject {
  return { openapi: '3.0.3', info: { title: 'Walks', version: '1' }, paths, components };
}

/** The schema S0 as that of a request, of a response and of an error. */
function withSchemas(schemas: Schemas): JsonObject {
  const schema = reference('schemas', 'S0');
  const post = {
    requestBody: json(schema),
    responses: {
      201: { ...text('It is there.'), headers: { Location: { schema: string } } },
      400: { ...text('It is wrong.'), ...json(schema) },
    },
  };
  const paths = { '/walks': { get: { responses: { 200: { ...text('All.'), ...json(schema) } } }, post } };
  return documentWith(paths, { schemas: { ...schemas } });
}

/** Half of the paths are those of collections, half those of their entities; of every thousandth pair, three things are wrong. */
function withManyOperations(operations: number): JsonObject {
  const list = {
    parameters: [reference('parameters', 'Limit'), reference('parameters', 'Offset')],
    responses: { 200: reference('responses', 'Walks') },
  };
  const create = { responses: { 201: reference('responses', 'Created') } };
  const show = { responses: { 200: reference('responses', 'Walk'), 404: reference('responses', 'Missing') } };
  const remove = (status: number): JsonObject => ({
    responses: { [status]: text('Gone.'), 404: reference('responses', 'Missing') },
  });
  const parameters = [reference('parameters', 'WalkId')];
  const paths = Array.from({ length: operations / 4 }, (_, index) => {
    const [name, status] = index % 1000 === 0 ? [`/Walks_${index}`, 200] : [`/walks_${index}`, 204];
    return [
      [name, { get: list, post: create }],
      [`${name}/{walkId}`, { parameters, get: show, delete: remove(status) }],
    ];
  });
  return documentWith(Object.fromEntries(paths.flat()) as JsonObject, componentsOfWalks);
}

const links = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, reference('schemas', 'Link')])),
});
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const whole = (minimum: number): JsonObject => ({ type: 'integer', minimum });

const componentsOfWalks: JsonObject = {
  parameters: {
    Limit: { name: 'limit', in: 'query', schema: whole(1) },
    Offset: { name: 'offset', in: 'query', schema: whole(0) },
    WalkId: { name: 'walkId', in: 'path', required: true, schema: string },
  },
  responses: {
    Walks: { ...text('All of them.'), ...json(reference('schemas', 'Walks')) },
    Walk: { ...text('One of them.'), ...json(reference('schemas', 'Walk')) },
    Created: { ...text('It is there.'), headers: { Location: { schema: string } } },
    Missing: { ...text('It is not there.'), ...json(object({ message: string })) },
  },
  schemas: {
    Link: object({ href: string }),
    Walk: object({ name: string, _links: links('self') }),
    Walks: object({
      totalCount: whole(0),
      _embedded: object({ walks: { type: 'array', items: reference('schemas', 'Walk') } }),
      _links: links('self', 'next', 'prev', 'first', 'last'),
    }),
  },
};

const own = (index: number): JsonObject => object({ [`own${index}`]: string });

const dated = (index: number): JsonObject => object({ [`created${index}Date`]: string });

const million = 1_000_000;

/** A path, the text of a date in what a GET of it returns, both of any length. */
function withLongTexts(path: string, date: string): JsonObject {
  const seen = { ...string, format: 'date-time', example: date };
  const ok = { ...text('One.'), ...json(object({ seen, _links: links('self') })) };
  return documentWith({ [path]: { get: { responses: { 200: ok } } } }, componentsOfWalks);
}

/** Documents that are larger, deeper or more entangled than any that a person writes, by name. */
export const largeDocuments: Readonly<Record<string, () => JsonObject>> = {
  'many operations': () => withManyOperations(100_000),
  'deep properties': () => withSchemas(nest(400, (below) => object({ below }))),
  'deep arrays': () => withSchemas(nest(100, (items) => ({ type: 'array', items }))),
  'deep alternatives': () => withSchemas(nest(100, (below, index) => ({ oneOf: [below, own(index)] }))),
  'mutual recursion': () => withSchemas(entangle(3_000, 20)),
  'properties chain': () => withSchemas(chain(3_000, (next) => object({ next }))),
  'allOf chain': () => withSchemas(chain(1_000, (next, index) => ({ allOf: [next, own(index)] }))),
  'wide allOf': () =>
    withSchemas({ S0: { allOf: Array.from({ length: 10_000 }, (_, index) => dated(index)) } }),
  'oneOf chain': () => withSchemas(chain(1_000, (next, index) => ({ oneOf: [next, own(index)] }))),
  'items chain': () => withSchemas(chain(1_000, (next) => ({ type: 'array', items: next }))),
  'oneOf tree': () => withSchemas(tree(12)),
  'oneOf lattice': () => withSchemas(lattice(100, (both) => ({ oneOf: both }))),
  'allOf lattice': () => withSchemas(lattice(100, (both) => ({ allOf: both }))),
  'properties lattice': () =>
    withSchemas(lattice(100, ([left = true, right = true]) => object({ left, right }))),
  'long text of a date': () => withLongTexts('/walks', 'T'.repeat(million)),
  'long name in a path': () => withLongTexts(`/${'A'.repeat(million)}`, '2026-03-01T09:30:00Z'),
  'long encoded name in a path': () => withLongTexts(`/${'%41'.repeat(million)}`, '2026-03-01T09:30:00Z'),
  'many names in a path': () => withLongTexts('/a'.repeat(million), '2026-03-01T09:30:00Z'),
};
