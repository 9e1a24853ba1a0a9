import { isJsonObject, type Json, type JsonObject, valueAt } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';
import type { Direction } from './complete-document.ts';
import { gatewayAccepts } from './gateway-accepts.ts';

/** Whether some of the values that fit a document need the schemas at some pointers: without these, they do not fit. */
export function reachesChange(
  document: JsonObject,
  direction: Direction,
  pointers: readonly string[],
  fitting: readonly Json[],
): boolean {
  const fitsOthers = gatewayAccepts(refuseAt(document, pointers), direction);
  return !fitting.every((value) => fitsOthers(value));
}

const notSchemas = /\/(not|if|contains|propertyNames|discriminator|patternProperties|dependent\w+)$/;

function refuseAt(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document);
  for (const pointer of pointers) {
    const path = splitPointer(pointer);
    const schema = valueAt(copy, path);
    refuse(isJsonObject(schema) && !notSchemas.test(pointer) ? schema : valueAt(copy, path.slice(0, -1)));
  }
  return copy;
}

function refuse(schema: Json | undefined): void {
  if (!isJsonObject(schema)) return;
  for (const keyword of Object.keys(schema)) delete (schema as Record<string, Json>)[keyword];
  Object.assign(schema, { not: {} });
}
