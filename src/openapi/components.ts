import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { OpenapiDocument } from './model.ts';

/** A reusable part of a document. */
export interface Component {
  readonly value: Json | undefined;
  /** Its RFC 6901 pointer. */
  readonly pointer: string;
}

const swaggerSections = ['definitions', 'parameters', 'responses', 'securityDefinitions'];

/**
 * The sections of a document that contain components, by pointer. Path items are omitted, since they are always
 * inlined.
 */
function sectionsOf({ root, isSwagger }: OpenapiDocument): ReadonlyMap<string, JsonObject> {
  const holder = isSwagger ? root : root['components'];
  const names = isSwagger ? swaggerSections : Object.keys(isJsonObject(holder) ? holder : {});
  const sections = names.flatMap((name) => {
    const section = isJsonObject(holder) ? holder[name] : undefined;
    const isSection = isJsonObject(section) && name !== 'pathItems' && !name.startsWith('x-');
    return isSection ? [[isSwagger ? `/${name}` : `/components/${name}`, section] as const] : [];
  });
  return new Map(sections);
}

/** The components of a document by section and name: `schemas/Dog`. */
export function listComponents(document: OpenapiDocument): ReadonlyMap<string, Component> {
  return new Map(
    [...sectionsOf(document)].flatMap(([place, section]) =>
      Object.entries(section).map(([name, value]) => {
        const pointer = appendPointer(place, name);
        return [pointer.replace(/^\/(components\/)?/, ''), { value, pointer }] as const;
      }),
    ),
  );
}

/** A document without its components. */
export function withoutComponents({ root }: OpenapiDocument): JsonObject {
  return omit(root, new Set(['components', ...swaggerSections]));
}

/** The pointer of the component that contains the value at a pointer. */
export function componentAround(pointer: string, { isSwagger }: OpenapiDocument): string {
  return pointer
    .split('/')
    .slice(0, isSwagger ? 3 : 4)
    .join('/');
}

/** Whether a component is a schema. */
export function isSchemaComponent({ pointer }: Component): boolean {
  return /^\/(components\/schemas|definitions)\//.test(pointer);
}

/** The names of the security schemes that calls of the document, or calls of its webhooks, may need. */
export function namedSecuritySchemes(document: OpenapiDocument): ReadonlySet<string> {
  const operations = [...document.operations, ...document.webhooks.flatMap((webhook) => webhook.operations)];
  const requirements = [...document.security, ...operations.flatMap(({ security }) => security)];
  return new Set(requirements.flatMap((requirement) => [...requirement.keys()]));
}
