import type { JsonObject } from '../../compiled/json.ts';
import type { OpenapiNode, WrittenValue } from '../model.ts';
import { membersOf } from './node-reader.ts';
import { serialisationOf, serialisationOfContent, serialisationOfSwagger } from '../serialisation.ts';
import { trailTo } from '../trail.ts';

/** Reads the value that a parameter or a header declares, at a location such as `query`. */
export function readWrittenValue(declared: OpenapiNode, location: string): WrittenValue {
  if (declared.view.isSwagger) return valueOfSwagger(declared, location);
  const [content] = membersOf(declared.value, 'content');
  if (content) return valueOfContent(declared, ...content);
  const { view, value, trail } = declared;
  const schemaTrail = trailTo(trail, 'schema');
  return {
    serialisation: serialisationOf(value, location),
    mediaType: undefined,
    schema: value['schema'],
    schemaTrail,
    schemaNode: view.schemaAt(value['schema'], schemaTrail),
  };
}

function valueOfContent(
  { view, trail }: OpenapiNode,
  mediaType: string,
  described: JsonObject,
): WrittenValue {
  const place = trailTo(trailTo(trail, 'content'), mediaType);
  const found = view.resolve({ value: described, trail: place });
  const schemaTrail = trailTo(found?.trail ?? place, 'schema');
  const schema = found?.value['schema'];
  return {
    serialisation: serialisationOfContent(mediaType),
    mediaType,
    schema,
    schemaTrail,
    schemaNode: view.schemaAt(schema, schemaTrail),
  };
}

/** Members of a parameter or a header of OpenAPI 2.0 that say nothing of its value. */
const besideSchema: ReadonlySet<string> = new Set([
  '$ref',
  'name',
  'in',
  'required',
  'collectionFormat',
  'allowEmptyValue',
]);

/** In OpenAPI 2.0 a parameter or a header is its own schema. */
function valueOfSwagger({ view, value, trail }: OpenapiNode, location: string): WrittenValue {
  return {
    serialisation: serialisationOfSwagger(value, location),
    mediaType: undefined,
    schema: Object.fromEntries(
      Object.entries(value).filter(([name]) => !besideSchema.has(name) && !isForPeople(name)),
    ),
    schemaTrail: trail,
    schemaNode: view.schemaAt(value, trail ?? trailTo(undefined, '')),
  };
}

/** In OpenAPI 2.0: `x-nullable` is the one extension that says something of values. */
function isForPeople(name: string): boolean {
  return name === 'description' || (name.startsWith('x-') && name !== 'x-nullable');
}

/** The members of a parameter or a header that are for people. */
export function documentationOfValue(
  { view, value }: OpenapiNode,
  structural: ReadonlySet<string>,
): JsonObject {
  return view.documentationOf(value, (name) => (view.isSwagger ? isForPeople(name) : !structural.has(name)));
}
