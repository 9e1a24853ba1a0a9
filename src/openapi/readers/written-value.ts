import type { Json, JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument, OpenapiNode, SchemaNode, WrittenValue } from '../model.ts';
import { membersOf } from './node-reader.ts';
import {
  type Serialisation,
  serialisationOf,
  serialisationOfContent,
  serialisationOfSwagger,
} from '../serialisation.ts';
import { pathTo, type ValuePath } from '../value-path.ts';

/** The value of a parameter or a header, whose schema is read on first use. */
class WrittenReader implements WrittenValue {
  readonly serialisation: Serialisation;
  readonly mediaType: string | undefined;
  readonly schemaPath: ValuePath | undefined;
  readonly #document: OpenapiDocument;
  /** The schema, or the object that contains its keywords. */
  protected readonly described: Json | undefined;

  constructor(
    document: OpenapiDocument,
    serialisation: Serialisation,
    mediaType: string | undefined,
    {
      described,
      schemaPath,
    }: { readonly described: Json | undefined; readonly schemaPath: ValuePath | undefined },
  ) {
    this.#document = document;
    this.serialisation = serialisation;
    this.mediaType = mediaType;
    this.described = described;
    this.schemaPath = schemaPath;
  }

  get schema(): Json | undefined {
    return this.described;
  }

  get schemaNode(): SchemaNode | undefined {
    return this.#document.schemaAt(this.described, this.schemaPath);
  }
}

/** In OpenAPI 2.0, the keywords of the schema are members of the parameter or header. */
class SwaggerReader extends WrittenReader {
  #schema: JsonObject | undefined;

  override get schema(): JsonObject {
    return (this.#schema ??= Object.fromEntries(
      Object.entries(this.described ?? {}).filter(
        ([name]) => !fieldsOutsideSchema.has(name) && !isForPeople(name),
      ),
    ));
  }
}

/** Reads the value that a parameter or a header declares, at a location such as `query`. */
export function readWrittenValue(declared: OpenapiNode, location: string): WrittenValue {
  const { document, value, valuePath } = declared;
  if (document.isSwagger) {
    const place = { described: value, schemaPath: valuePath };
    return new SwaggerReader(document, serialisationOfSwagger(value, location), undefined, place);
  }
  const [content] = membersOf(value, 'content');
  if (content) return valueOfContent(declared, ...content);
  const place = { described: value['schema'], schemaPath: pathTo(valuePath, 'schema') };
  return new WrittenReader(document, serialisationOf(value, location), undefined, place);
}

function valueOfContent(
  { document, valuePath }: OpenapiNode,
  mediaType: string,
  described: JsonObject,
): WrittenValue {
  const namedAt = pathTo(pathTo(valuePath, 'content'), mediaType);
  const found = document.resolve({ value: described, valuePath: namedAt });
  const schemaPath = pathTo(found?.valuePath ?? namedAt, 'schema');
  const place = { described: found?.value['schema'], schemaPath };
  return new WrittenReader(document, serialisationOfContent(mediaType), mediaType, place);
}

/** Members of a parameter or a header of OpenAPI 2.0 that do not restrict its value. */
const fieldsOutsideSchema: ReadonlySet<string> = new Set([
  '$ref',
  'name',
  'in',
  'required',
  'collectionFormat',
  'allowEmptyValue',
]);

/**
 * Whether a member of a parameter or a header in OpenAPI 2.0 is documentation. `x-nullable` is the only extension that
 * affects values.
 */
function isForPeople(name: string): boolean {
  return name === 'description' || (name.startsWith('x-') && name !== 'x-nullable');
}

/** The members of a parameter or a header that are documentation. */
export function documentationOfValue(
  { document, value }: OpenapiNode,
  structural: ReadonlySet<string>,
): JsonObject {
  return document.documentationOf(value, (name) =>
    document.isSwagger ? isForPeople(name) : !structural.has(name),
  );
}
