import v20 from '@seriousme/openapi-schema-validator/schemas/v2.0/schema.json' with { type: 'json' };
import v30 from '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json' with { type: 'json' };
import v31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import v32 from '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json' with { type: 'json' };
import Ajv04 from 'ajv-draft-04';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import type Ajv from 'ajv/dist/core.js';
import type { OpenapiVersion } from '../../../openapi/plain-parts.ts';
import { baseSchema, dialectSchemas, type VersionWithDialects } from './dialect-schemas.ts';
import { withOwnNames } from './own-names.ts';
import { withUniqueItems } from './unique-items-keyword.ts';

/** A validator for a quick yes by the published JSON Schema of a line of OpenAPI, which is called `fits`. */
export function ajvForOpenapi(openapi: OpenapiVersion, options: Options = {}): Ajv.default {
  const all = { strict: false, validateFormats: false, messages: false, ...options };
  if (openapi === '2.0') return withUniqueItems(new Ajv04.default(all)).addSchema(v20, 'fits');
  if (openapi === '3.0') return withUniqueItems(new Ajv04.default(all)).addSchema(schemaOf30, 'fits');
  const ajv = withOwnNames(withUniqueItems(new Ajv2020(all)));
  return ajv.addSchema(withSchemas(openapi, baseSchema(openapi)), 'fits');
}

/** A validator that finds all errors, in Schema Objects of all dialects too; its schema is called `fits`. */
export function ajvForErrors(openapi: OpenapiVersion, options: Options = {}): Ajv.default {
  const all = { allErrors: true, messages: true, ...options };
  if (openapi === '2.0' || openapi === '3.0') return ajvForOpenapi(openapi, all);
  const schema = withSchemas(openapi, dialectSchemas(openapi));
  const ajv = new Ajv2020({ strict: false, validateFormats: false, ...all });
  return withOwnNames(withUniqueItems(ajv)).addSchema(schema, 'fits');
}

/** The published schema of 3.0 checks no component whose name it does not allow; names are checked apart. */
const schemaOf30 = {
  ...v30,
  definitions: {
    ...v30.definitions,
    Components: {
      ...v30.definitions.Components,
      properties: Object.fromEntries(
        Object.entries(v30.definitions.Components.properties).map(
          ([section, { type, patternProperties }]) => [
            section,
            { type, additionalProperties: Object.values(patternProperties)[0] },
          ],
        ),
      ),
    },
  },
};

/**
 * The published schema knows of Schema Objects only that they are objects or booleans, and takes the extensions of a
 * Callback Object for paths, which the specification allows. The names of components are checked apart.
 */
function withSchemas(openapi: VersionWithDialects, definitions: object): object {
  const { $defs, ...document } = openapi === '3.1' ? v31 : v32;
  const callbacks = { ...$defs.callbacks, patternProperties: { '^x-': true } };
  const components = { ...$defs.components, patternProperties: {} };
  const schema = { $ref: '#/$defs/base' };
  return { ...document, $defs: { ...$defs, ...definitions, callbacks, components, schema } };
}
