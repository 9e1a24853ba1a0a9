import type { PathNode } from '../../workspace/openapi/path-node.ts';
import type { SchemaNode } from '../../workspace/openapi/schema-node.ts';

/** Whether a text may stand for a parameter of a path, by what the operations declare of it. */
export function fitsParameter(path: PathNode, wanted: string, text: string): boolean {
  const declared = path.operations
    .flatMap(({ parameters }) => parameters)
    .filter(({ location, name }) => location === 'path' && name === wanted);
  return declared.length === 0 || declared.some(({ schema }) => !schema || fitsSchema(schema, text));
}

const forms: ReadonlyMap<string, RegExp> = new Map([
  ['integer', /^-?\d+$/],
  ['number', /^-?\d+(\.\d+)?$/],
  ['boolean', /^(true|false)$/],
]);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function fitsSchema(schema: SchemaNode, text: string): boolean {
  const listed = schema.keyword('enum');
  if (Array.isArray(listed) && !listed.includes(text)) return false;
  if (schema.keyword('format') === 'uuid' && !uuid.test(text)) return false;
  const { types } = schema;
  return types.length === 0 || types.some((type) => forms.get(type)?.test(text) ?? true);
}
