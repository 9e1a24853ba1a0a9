import type { Json, JsonObject } from '../../../compiled/json.ts';
import { appendPointer } from '../../../source/place.ts';
import { omit, pick, type Located } from './contract-document.ts';
import type { ContractSide } from './contract-side.ts';
import type { ContractOperation } from './read-operations.ts';
import type { SchemaNode } from './schemas/schema-nodes.ts';

/** What a body of one media type holds. */
export interface ContractMedia {
  readonly schema: SchemaNode;
  /** How the parts of a form are written. */
  readonly encoding?: Json;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

export type MediaByType = ReadonlyMap<string, ContractMedia>;

export interface ContractBody {
  readonly required: boolean;
  readonly media: MediaByType;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

/** The body that an operation's requests may have. */
export function readRequestBody(found: ContractOperation, side: ContractSide): ContractBody | undefined {
  if (side.document.isSwagger) return readSwaggerBody(found, side);
  const body = side.document.member(found.operation, 'requestBody');
  return (
    body && {
      required: body.value['required'] === true,
      media: readContent(body, side),
      documentation: omit(body.value, new Set(['$ref', 'required', 'content'])),
      pointer: body.pointer,
    }
  );
}

/** The `content` of a body or an answer, by media type. */
export function readContent(located: Located, { document, nodes }: ContractSide): MediaByType {
  const media = [...document.members(document.member(located, 'content'))];
  return new Map(
    media.map(([type, { value, pointer }]) => {
      const { encoding } = value;
      const name =
        value['schema'] === undefined && value['itemSchema'] !== undefined ? 'itemSchema' : 'schema';
      return [
        plainType(type),
        {
          schema: nodes.nodeOf(value[name], appendPointer(pointer, name)),
          ...(encoding !== undefined && { encoding }),
          documentation: document.withTexts(omit(value, new Set(['schema', 'itemSchema', 'encoding']))),
          pointer,
        },
      ];
    }),
  );
}

/** A media type as it is compared: in lower case, and without a charset. */
function plainType(type: string): string {
  return type
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/;charset=[^;]*/, '');
}

/** What OpenAPI 2.0 says of a body, in its parameters. */
function readSwaggerBody(found: ContractOperation, side: ContractSide): ContractBody | undefined {
  const { document, nodes } = side;
  const parameters = [
    ...document.items(found.item, 'parameters'),
    ...document.items(found.operation, 'parameters'),
  ];
  const body = parameters.findLast(({ value }) => value['in'] === 'body');
  const fields = parameters.filter(({ value }) => value['in'] === 'formData');
  if (!body && fields.length === 0) return undefined;
  const schema = body
    ? nodes.nodeOf(body.value['schema'], appendPointer(body.pointer, 'schema'))
    : nodes.nodeOf(formSchema(fields), fields[0]?.pointer ?? '');
  const { pointer, value } = body ?? fields[0] ?? found.operation;
  const usual = body ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    required: body ? value['required'] === true : fields.some((field) => field.value['required'] === true),
    media: mediaOf(mimeTypes('consumes', found.operation, side, usual), schema, pointer),
    documentation: body ? omit(value, new Set(['$ref', 'name', 'in', 'required', 'schema'])) : {},
    pointer,
  };
}

function formSchema(fields: readonly Located[]): JsonObject {
  const names = new Set(['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue']);
  const named = fields.flatMap(({ value }) =>
    typeof value['name'] === 'string' ? [{ name: value['name'], value }] : [],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, value }) => [name, omit(value, names)])),
    required: named.filter(({ value }) => value['required'] === true).map(({ name }) => name),
  };
}

/** The media types that OpenAPI 2.0 gives for an operation, or for all. */
export function mimeTypes(
  name: 'consumes' | 'produces',
  { value }: Located,
  { document }: ContractSide,
  usual: string,
): readonly string[] {
  const listed = value[name] ?? document.root[name];
  if (!Array.isArray(listed) || listed.length === 0) return [usual];
  return (listed as readonly Json[]).filter((type) => typeof type === 'string').map(plainType);
}

/** One schema for all media types. */
export function mediaOf(
  types: readonly string[],
  schema: SchemaNode,
  pointer: string,
  examples: JsonObject = {},
): MediaByType {
  return new Map(types.map((type) => [type, { schema, pointer, documentation: pick(examples, [type]) }]));
}
