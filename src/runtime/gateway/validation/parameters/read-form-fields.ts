import { isJsonObject, type Json, type JsonObject } from '../../../../compiled/json.ts';
import type { OpenapiContract } from '../openapi-contract.ts';
import type { DeclaredParameter, Serialisation } from '../operation-contract.ts';

/** Schemas that one schema may take in; those of a form are few. */
const mostParts = 100;

/** Reads the fields of a form from the schema of its body, and how each is written (OpenAPI 3.1, section 4.8.15). */
export function readFormFields(
  contract: OpenapiContract,
  { schema, encoding }: JsonObject,
): readonly DeclaredParameter[] {
  const parts = partsOf(contract, schema);
  const required = new Set(
    parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : [])),
  );
  const fields = new Map<string, DeclaredParameter>();
  for (const { properties } of parts) {
    if (!isJsonObject(properties)) continue;
    for (const [name, property] of Object.entries(properties)) {
      fields.set(name, {
        name,
        location: 'form',
        required: required.has(name) && !isReadOnly(contract, property),
        allowsEmpty: false,
        ...serialisationOf(encoding, name),
        schema: property,
      });
    }
  }
  return [...fields.values()];
}

function isReadOnly(contract: OpenapiContract, property: Json): boolean {
  const isFlagged = isJsonObject(property) && property['readOnly'] === true;
  return isFlagged || contract.resolve(property)?.['readOnly'] === true;
}

/** A schema, and those that it takes in by `allOf` or, beside keywords of its own, by `$ref`. */
function partsOf(contract: OpenapiContract, schema: Json | undefined): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  const rest: (Json | undefined)[] = [schema];
  while (rest.length > 0 && parts.size < mostParts) {
    const part = rest.pop();
    if (!isJsonObject(part) || parts.has(part)) continue;
    parts.add(part);
    const { $ref: reference, allOf } = part;
    if (typeof reference === 'string') rest.push(contract.at(reference));
    if (Array.isArray(allOf)) rest.push(...(allOf as readonly Json[]));
  }
  return [...parts];
}

const stylesOfFields: ReadonlyMap<Json | undefined, Serialisation['style']> = new Map([
  ['form', 'form'],
  ['spaceDelimited', 'space'],
  ['pipeDelimited', 'pipe'],
  ['deepObject', 'deep'],
]);

function serialisationOf(encoding: Json | undefined, name: string): Serialisation {
  const described = isJsonObject(encoding) ? encoding[name] : undefined;
  if (!isJsonObject(described)) return { style: 'form', explode: true };
  const style = stylesOfFields.get(described['style'] ?? 'form') ?? 'opaque';
  const explode = typeof described['explode'] === 'boolean' ? described['explode'] : style === 'form';
  return { style: described['contentType'] === undefined ? style : 'opaque', explode };
}
