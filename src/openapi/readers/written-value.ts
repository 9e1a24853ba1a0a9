import type { JsonObject } from '../../compiled/json.ts';
import type { OpenapiNode, WrittenValue } from '../model.ts';
import { membersOf } from './node-reader.ts';
import { serialisationOf, serialisationOfContent, serialisationOfSwagger } from '../serialisation.ts';
import { pathTo } from '../value-path.ts';

/** Reads the value that a parameter or a header declares, at a location such as `query`. */
export function readWrittenValue(declared: OpenapiNode, location: string): WrittenValue {
  if (declared.document.isSwagger) return valueOfSwagger(declared, location);
  const [content] = membersOf(declared.value, 'content');
  if (content) return valueOfContent(declared, ...content);
  const { document, value, valuePath } = declared;
  const schemaPath = pathTo(valuePath, 'schema');
  return {
    serialisation: serialisationOf(value, location),
    mediaType: undefined,
    schema: value['schema'],
    schemaPath,
    get schemaNode() {
      return document.schemaAt(value['schema'], schemaPath);
    },
  };
}

function valueOfContent(
  { document, valuePath }: OpenapiNode,
  mediaType: string,
  described: JsonObject,
): WrittenValue {
  const place = pathTo(pathTo(valuePath, 'content'), mediaType);
  const found = document.resolve({ value: described, valuePath: place });
  const schemaPath = pathTo(found?.valuePath ?? place, 'schema');
  const schema = found?.value['schema'];
  return {
    serialisation: serialisationOfContent(mediaType),
    mediaType,
    schema,
    schemaPath,
    get schemaNode() {
      return document.schemaAt(schema, schemaPath);
    },
  };
}

/** Members of a parameter or a header of OpenAPI 2.0 that do not restrict its value. */
const besideSchema: ReadonlySet<string> = new Set([
  '$ref',
  'name',
  'in',
  'required',
  'collectionFormat',
  'allowEmptyValue',
]);

/** In OpenAPI 2.0 a parameter or a header is its own schema. */
function valueOfSwagger({ document, value, valuePath }: OpenapiNode, location: string): WrittenValue {
  return {
    serialisation: serialisationOfSwagger(value, location),
    mediaType: undefined,
    schema: Object.fromEntries(
      Object.entries(value).filter(([name]) => !besideSchema.has(name) && !isForPeople(name)),
    ),
    schemaPath: valuePath,
    get schemaNode() {
      return document.schemaAt(value, valuePath ?? pathTo(undefined, ''));
    },
  };
}

/** In OpenAPI 2.0: `x-nullable` is the only extension that affects values. */
function isForPeople(name: string): boolean {
  return name === 'description' || (name.startsWith('x-') && name !== 'x-nullable');
}

/** The members of a parameter or a header that are for people. */
export function documentationOfValue(
  { document, value }: OpenapiNode,
  structural: ReadonlySet<string>,
): JsonObject {
  return document.documentationOf(value, (name) =>
    document.isSwagger ? isForPeople(name) : !structural.has(name),
  );
}
