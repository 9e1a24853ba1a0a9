import type { Json, JsonObject } from '../../../compiled/json.ts';
import type { OpenapiView } from './openapi-view.ts';
import { membersOf } from './object-members.ts';
import type { SchemaNode } from './schema-node.ts';
import {
  serialisationOf,
  serialisationOfContent,
  serialisationOfSwagger,
  type Serialisation,
} from './serialisation.ts';
import { trailTo, type Trail } from './trail.ts';

/** The value of a parameter or a header: what it may be, and how it is written. */
export interface WrittenValue {
  readonly serialisation: Serialisation;
  /** The media type that it is written in; undefined where it is written in a style. */
  readonly mediaType: string | undefined;
  /** As the document has it, booleans included; undefined where any value is allowed. */
  readonly schema: Json | undefined;
  /** Where the schema is, or would be. */
  readonly schemaTrail: Trail | undefined;
  /** Undefined where the schema is not an object. */
  readonly schemaNode: SchemaNode | undefined;
}

interface Declared {
  readonly view: OpenapiView;
  readonly value: JsonObject;
  readonly trail: Trail | undefined;
}

/** Reads the value that a parameter or a header declares, at a location such as `query`. */
export function readWrittenValue(declared: Declared, location: string): WrittenValue {
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

function valueOfContent({ view, trail }: Declared, mediaType: string, described: JsonObject): WrittenValue {
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
function valueOfSwagger({ view, value, trail }: Declared, location: string): WrittenValue {
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
export function documentationOfValue({ view, value }: Declared, structural: ReadonlySet<string>): JsonObject {
  return view.documentationOf(value, (name) => (view.isSwagger ? isForPeople(name) : !structural.has(name)));
}
