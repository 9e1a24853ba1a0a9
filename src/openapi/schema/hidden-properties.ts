import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '../model.ts';

/** The document that a schema belongs to, and the direction in which its values are sent. */
export interface SentSchemas {
  readonly contract: OpenapiDocument;
  readonly direction: 'request' | 'response';
}

/** The names of properties that are not sent in this direction, in a schema and in all schemas that it includes. */
export function collectHidden(schema: JsonObject, context: SentSchemas): ReadonlySet<string> {
  const hidden = new Set<string>();
  const seen = new Set<JsonObject>();
  const rest: (Json | undefined)[] = [schema];
  while (rest.length > 0) {
    const part = rest.pop();
    if (!isJsonObject(part) || seen.has(part)) continue;
    seen.add(part);
    const { $ref: reference, properties, allOf } = part;
    if (typeof reference === 'string') rest.push(context.contract.references.target(reference)?.value);
    addHidden(properties, context, hidden);
    if (Array.isArray(allOf)) rest.push(...(allOf as readonly Json[]));
  }
  return hidden;
}

function addHidden(properties: Json | undefined, context: SentSchemas, hidden: Set<string>): void {
  if (!isJsonObject(properties)) return;
  for (const [name, property] of Object.entries(properties))
    if (isHidden(property, context)) hidden.add(name);
}

/** Whether a property is not sent in this direction, by its own flag or by that of the schema that it refers to. */
function isHidden(property: Json | undefined, { contract, direction }: SentSchemas): boolean {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly';
  return isFlagged(property, flag) || isFlagged(contract.references.follow(property)?.value, flag);
}

function isFlagged(property: Json | undefined, flag: string): boolean {
  return isJsonObject(property) && property[flag] === true;
}
