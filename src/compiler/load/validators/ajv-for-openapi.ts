import Ajv04 from 'ajv-draft-04';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import type Ajv from 'ajv/dist/core.js';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { dialectSchemas } from './dialect-schemas.ts';
import { withOwnNames } from './own-names.ts';
import { schemaOfOpenapi, withSchemas } from './schema-of-openapi.ts';
import { withUniqueItems } from './unique-items-keyword.ts';

/**
 * A validator that only decides whether a document fits the published JSON Schema of a line of OpenAPI. Its schema is
 * called `fits`.
 */
export function ajvForOpenapi(openapi: OpenapiVersion, options: Options = {}): Ajv.default {
  const all = { strict: false, validateFormats: false, messages: false, ...options };
  const schema = schemaOfOpenapi(openapi);
  if (openapi === '2.0' || openapi === '3.0')
    return withUniqueItems(new Ajv04.default(all)).addSchema(schema, 'fits');
  return withOwnNames(withUniqueItems(new Ajv2020(all))).addSchema(schema, 'fits');
}

/** A validator that finds all errors, including those in Schema Objects of any dialect. Its schema is called `fits`. */
export function ajvForErrors(openapi: OpenapiVersion, options: Options = {}): Ajv.default {
  const all = { allErrors: true, messages: true, ...options };
  if (openapi === '2.0' || openapi === '3.0') return ajvForOpenapi(openapi, all);
  const schema = withSchemas(openapi, dialectSchemas(openapi));
  const ajv = new Ajv2020({ strict: false, validateFormats: false, ...all });
  return withOwnNames(withUniqueItems(ajv)).addSchema(schema, 'fits');
}
