import type { Json, JsonObject } from '#compiled/json.ts';
import { isJsonObject } from '#compiled/json.ts';

/** An OpenAPI document, 3.0 or 3.1, whose components are each in a separate file; the texts are JSON. */
export function splitDefinition(document: JsonObject): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  const components = mapMembers(asObject(document['components']), (section, sectionName) =>
    mapMembers(asObject(section), (component, name) => {
      const file = `parts/${sectionName}/${encodeURIComponent(name)}.json`;
      files[file] = JSON.stringify(redirect(component));
      return { $ref: `./parts/${sectionName}/${encodeURIComponent(encodeURIComponent(name))}.json` };
    }),
  );
  return { ...files, 'openapi.json': JSON.stringify({ ...document, components }, null, 1) };
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function mapMembers(value: JsonObject, change: (member: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]));
}

/** References to the root document, from two folders below it. */
function redirect(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(redirect);
  if (!isJsonObject(value)) return value;
  return mapMembers(value, (member, name) =>
    name === '$ref' && typeof member === 'string' && member.startsWith('#')
      ? `../../openapi.json${member}`
      : redirect(member),
  );
}
