import v20 from '@seriousme/openapi-schema-validator/schemas/v2.0/schema.json' with { type: 'json' };
import v30 from '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json' with { type: 'json' };
import v31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import v32 from '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json' with { type: 'json' };
import Ajv04 from 'ajv-draft-04';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { baseSchema, type VersionWithDialects } from './dialect-schemas.ts';

/** The JSON Schema of a line of OpenAPI by which a document is checked, with Schema Objects of the default dialect. */
export function schemaOfOpenapi(openapi: OpenapiVersion): object {
  if (openapi === '2.0') return v20;
  return openapi === '3.0' ? schemaOf30 : withSchemas(openapi, baseSchema(openapi));
}

/** A schema that those of OpenAPI refer to by its address; undefined if there is none. */
export function schemaByAddress(address: string): unknown {
  return draft04.getSchema(address)?.schema;
}

/** It knows its own schema. */
const draft04 = new Ajv04.default();

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
export function withSchemas(openapi: VersionWithDialects, definitions: object): object {
  const { $defs, ...document } = openapi === '3.1' ? v31 : v32;
  const callbacks = { ...$defs.callbacks, patternProperties: { '^x-': true } };
  const components = { ...$defs.components, patternProperties: {} };
  const schema = { $ref: '#/$defs/base' };
  return { ...document, $defs: { ...$defs, ...definitions, callbacks, components, schema } };
}
