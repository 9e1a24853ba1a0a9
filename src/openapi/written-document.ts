import type { JsonObject } from '#compiled/json.ts';
import type { ExactValues } from './exact-values.ts';
import type { Located, OpenapiVersion, SecurityRequirement } from './plain-parts.ts';
import type { References } from './references.ts';

/**
 * An OpenAPI document as it is written: its version, its references, and the members that apply to all of its parts.
 */
export interface WrittenDocument {
  readonly root: JsonObject;
  readonly version: OpenapiVersion;
  /** Whether the document is written in Swagger 2.0. */
  readonly isSwagger: boolean;
  /** Whether keywords next to a `$ref` count in a schema, as they do from OpenAPI 3.1 on. */
  readonly mergesSiblings: boolean;
  readonly references: References;
  /** Its values with the texts of their numbers, to be shown or published. */
  readonly exactValues: ExactValues;
  /** Alternative ways to authorize a call whose operation lists none. */
  readonly security: readonly SecurityRequirement[];
  /** The document's descriptions of tags, by name, in its order. */
  readonly tagDescriptions: ReadonlyMap<string, string>;
  /** The members of the root that every operation inherits. */
  readonly inherited: JsonObject;
  /** The pointer of a value; if there is no value, that of the nearest enclosing one. */
  nearestPointer(pointer: string): string;
  /**
   * The object at the end of a chain of references; the object itself if it is not a reference. Undefined if the chain
   * does not lead to an object.
   */
  resolve(located: Located): Located | undefined;
  /**
   * Whether a schema restricts its values further than the `$ref` in it (JSON Schema 2020-12, section 8.2.3.1). Before
   * OpenAPI 3.1, keywords next to a reference are ignored.
   */
  extendsReference(schema: JsonObject): boolean;
  /**
   * The members of an object that are documentation; examples and links that are references are replaced by their
   * targets.
   */
  documentationOf(value: JsonObject, isDocumentation: (name: string) => boolean): JsonObject;
}
