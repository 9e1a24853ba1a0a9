import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { BodyNode, EncodingNode, OpenapiDocument } from '../model.ts';
import type { FormField } from '../plain-parts.ts';
import type { Serialisation } from '../serialisation.ts';

/** The fields of a form, by the parameters of OpenAPI 2.0 or by the properties of the body's schema. */
export function formFieldsOf(body: BodyNode): readonly FormField[] {
  const { swaggerFields } = body;
  if (!swaggerFields) return fieldsOfSchema(body);
  return swaggerFields.map(({ name, isRequired, allowsEmpty, written }) => ({
    name,
    isRequired,
    allowsEmpty,
    serialisation: written.serialisation,
    schema: written.schema,
  }));
}

function fieldsOfSchema({ document, writtenSchema, encodings }: BodyNode): readonly FormField[] {
  const parts = partsOf(document, writtenSchema);
  const required = new Set(
    parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : [])),
  );
  const fields = new Map<string, FormField>();
  for (const [name, schema] of parts.flatMap(({ properties }) =>
    Object.entries(isJsonObject(properties) ? properties : {}),
  )) {
    fields.set(name, {
      name,
      isRequired: required.has(name) && !isReadOnly(document, schema),
      allowsEmpty: false,
      serialisation: serialisationOfField(encodings.get(name)),
      schema,
    });
  }
  return [...fields.values()];
}

function isReadOnly(document: OpenapiDocument, property: Json): boolean {
  const isFlagged = isJsonObject(property) && property['readOnly'] === true;
  const target = document.references.follow(property)?.value;
  return isFlagged || (isJsonObject(target) && target['readOnly'] === true);
}

/** The parts of a schema that are read at most; those of a form are few. */
const maxParts = 100;

/** A schema, and those that it includes by `allOf` or, next to its own keywords, by `$ref`. */
function partsOf({ references }: OpenapiDocument, schema: Json | undefined): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  const rest: (Json | undefined)[] = [schema];
  while (rest.length > 0 && parts.size < maxParts) {
    const part = rest.pop();
    if (!isJsonObject(part) || parts.has(part)) continue;
    parts.add(part);
    const { $ref: reference, allOf } = part;
    if (typeof reference === 'string') rest.push(references.target(reference)?.value);
    if (Array.isArray(allOf)) rest.push(...(allOf as readonly Json[]));
  }
  return [...parts];
}

const asFields: Serialisation = { style: 'form', explode: true };

/** A field with its own media type is not read. */
function serialisationOfField(encoding: EncodingNode | undefined): Serialisation {
  if (!encoding) return asFields;
  const { serialisation, contentType } = encoding;
  return contentType === undefined ? serialisation : { ...serialisation, style: 'opaque' };
}
