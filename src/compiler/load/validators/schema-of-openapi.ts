import v20 from '@seriousme/openapi-schema-validator/schemas/v2.0/schema.json' with { type: 'json' };
import v30 from '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json' with { type: 'json' };
import v31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import v32 from '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json' with { type: 'json' };
import Ajv04 from 'ajv-draft-04';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { baseSchema, type VersionWithDialects } from './dialect-schemas.ts';

/** The JSON Schema that checks documents of an OpenAPI minor version, with Schema Objects of the default dialect. */
export function schemaOfOpenapi(openapi: OpenapiVersion): object {
  if (openapi === '2.0') return v20;
  return openapi === '3.0' ? schemaOf30 : withSchemas(openapi, baseSchema(openapi));
}

/** A schema that the schemas of OpenAPI reference by this URI; undefined if it does not exist. */
export function schemaByAddress(address: string): unknown {
  return draft04.getSchema(address)?.schema;
}

/** This instance contains the meta-schema of draft-04. */
const draft04 = new Ajv04.default();

/**
 * The published schema of 3.0 skips components with invalid names. This copy checks all components, whatever their names;
 * the names are checked separately.
 */
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
 * Corrects the published schema. The published one only checks that Schema Objects are objects or booleans; this copy has
 * definitions for them. The published one treats extensions of a Callback Object as paths; this copy allows extensions, as
 * the specification does. The names of components are checked separately.
 */
export function withSchemas(openapi: VersionWithDialects, definitions: object): object {
  const { $defs, ...document } = openapi === '3.1' ? v31 : v32;
  const callbacks = { ...$defs.callbacks, patternProperties: { '^x-': true } };
  const components = { ...$defs.components, patternProperties: {} };
  const schema = { $ref: '#/$defs/base' };
  return { ...document, $defs: { ...$defs, ...definitions, callbacks, components, schema } };
}
