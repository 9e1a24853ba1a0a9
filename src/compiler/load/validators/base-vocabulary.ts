import type { JsonObject } from '#compiled/json.ts';

const text = { type: 'string' };
const flag = { type: 'boolean' };

function fields(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    properties,
    patternProperties: { '^x-': true },
    additionalProperties: false,
    ...more,
  };
}

const externalDocs = fields({ url: text, description: text }, { required: ['url'] });
const mapping = { type: 'object', additionalProperties: text };
const xml = { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag };
const nodeType = { enum: ['element', 'attribute', 'text', 'cdata', 'none'] };

/** The keywords that OpenAPI adds to JSON Schema, except `example`, which may be any value (OpenAPI 3.1, section 4.8.24, and its equivalent in 3.2). */
export const baseVocabulary: Readonly<Record<'3.1' | '3.2', JsonObject>> = {
  '3.1': {
    discriminator: fields({ propertyName: text, mapping }, { required: ['propertyName'] }),
    externalDocs,
    xml: fields(xml),
  },
  '3.2': {
    discriminator: fields(
      { propertyName: text, mapping, defaultMapping: text },
      { required: ['propertyName'] },
    ),
    externalDocs,
    xml: fields(
      { ...xml, nodeType },
      { dependentSchemas: { nodeType: { properties: { attribute: false, wrapped: false } } } },
    ),
  },
};
