import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';

/** The members of a member that are objects, by name. */
export function membersOf(value: JsonObject, key: string): readonly (readonly [string, JsonObject])[] {
  const member = value[key];
  if (!isJsonObject(member)) return [];
  return Object.entries(member).flatMap(([name, entry]) =>
    isJsonObject(entry) ? [[name, entry] as const] : [],
  );
}
