import type { JsonObject } from '#compiled/json.ts';
import type { Located, OpenapiVersion, SecurityRequirement } from './plain-parts.ts';
import type { References } from './references.ts';

/** An OpenAPI document as it is written: its version, its references, and what applies to all of its parts. */
export interface WrittenDocument {
  readonly root: JsonObject;
  readonly version: OpenapiVersion;
  /** Whether the document is written in Swagger 2.0. */
  readonly isSwagger: boolean;
  /** Whether keywords next to a `$ref` count in a schema, as they do from OpenAPI 3.1 on. */
  readonly mergesSiblings: boolean;
  readonly references: References;
  /** The ways in which a call may be authorized if its operation lists none. */
  readonly security: readonly SecurityRequirement[];
  /** The document's descriptions of the groups of its operations, by name, in its order. */
  readonly tagDescriptions: ReadonlyMap<string, string>;
  /** The members of the root that every operation inherits. */
  readonly inherited: JsonObject;
  /** The pointer of a value, or of the nearest one around the place where it would be. */
  nearestPointer(pointer: string): string;
  /** The object at the end of a chain of references; the object itself if it is not a reference. */
  resolve(located: Located): Located | undefined;
  /**
   * Whether a schema restricts its values further than the `$ref` in it (JSON Schema 2020-12, section 8.2.3.1). Before
   * OpenAPI 3.1 the siblings of a reference are ignored.
   */
  extendsReference(schema: JsonObject): boolean;
  /** The members of an object that are for people; examples and links that are references are followed. */
  documentationOf(value: JsonObject, isDocumentation: (name: string) => boolean): JsonObject;
}
