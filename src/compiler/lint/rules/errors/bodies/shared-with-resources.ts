import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { resourceSchemas } from '../../../resources/resource-schemas.ts';

/** The schemas that describe a resource, or a part of one. */
const partsOfResources = oncePerDocument(
  (document): ReadonlySet<JsonObject> =>
    new Set(resourceSchemas(document).flatMap(({ parts }) => parts.map(({ value }) => value))),
);

/** Whether the part of a schema that declares a property describes resources too, so that its removal changes them. */
export function isSharedWithResources({ document, parts }: SchemaNode, name: string): boolean {
  const declaring = parts.find(
    ({ value: { properties } }) => isJsonObject(properties) && Object.hasOwn(properties, name),
  );
  return declaring !== undefined && partsOfResources(document).has(declaring.value);
}
