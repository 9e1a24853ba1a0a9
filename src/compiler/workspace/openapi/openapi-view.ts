import { isJsonObject, type Json, type JsonObject, memberOf } from '../../../compiled/json.ts';
import { splitPointer } from '../../../source/place.ts';
import type { Definition } from '../workspace.ts';
import type { OperationNode } from './operation-node.ts';
import { membersOf } from './object-members.ts';
import { PathNode } from './path-node.ts';
import { SchemaNode } from './schema-node.ts';
import { trailTo, type Trail } from './trail.ts';

/** An object of the contract and the way to it. */
export interface Located {
  readonly value: JsonObject;
  readonly trail: Trail | undefined;
}

/** Keywords that say nothing of the values, so that beside a reference they make no other schema of it. */
const annotations: readonly string[] = [
  '$ref',
  '$comment',
  'title',
  'summary',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'example',
  'examples',
];

/** References on the way to one object; the bundle has none that only lead back to themselves. */
const mostHops = 100;

/** An API's definition by its meaning: paths, operations and schemas, whatever the version that it is written in. */
export class OpenapiView {
  readonly definition: Definition;
  readonly root: JsonObject;
  readonly #targets = new Map<string, Located | undefined>();
  readonly #schemas = new Map<string, SchemaNode>();
  #paths: readonly PathNode[] | undefined;
  #operations: readonly OperationNode[] | undefined;

  constructor(definition: Definition) {
    this.definition = definition;
    this.root = definition.contract;
  }

  /** Whether the document is written in Swagger 2.0. */
  get isSwagger(): boolean {
    return this.definition.openapi === '2.0';
  }

  /** The paths that callers use, in alphabetical order; those of callbacks and webhooks belong to others. */
  get paths(): readonly PathNode[] {
    return (this.#paths ??= membersOf(this.root, 'paths')
      .filter(([template]) => template.startsWith('/'))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([template, value]) => new PathNode(this, value, trailTo(trailTo(undefined, 'paths'), template))));
  }

  get operations(): readonly OperationNode[] {
    return (this.#operations ??= this.paths.flatMap(({ operations }) => operations));
  }

  /** What an object refers to, at the end of the chain; the object itself where it is no reference. */
  resolve(located: Located): Located | undefined {
    return this.#resolveUntil(located, () => false);
  }

  #resolveUntil(located: Located, isEnd: (value: JsonObject) => boolean): Located | undefined {
    let found: Located | undefined = located;
    for (let hops = 0; found && typeof found.value['$ref'] === 'string'; hops += 1) {
      if (isEnd(found.value)) return found;
      if (hops === mostHops) return undefined;
      found = this.#targetOf(found.value['$ref']);
    }
    return found;
  }

  /** The schema at a place; one that is reached by reference is the same node however often it is asked for. */
  schemaAt(value: Json | undefined, trail: Trail): SchemaNode | undefined {
    if (!isJsonObject(value)) return undefined;
    const reference = value['$ref'];
    if (typeof reference === 'string' && !this.extendsReference(value)) return this.schemaOf(reference);
    return new SchemaNode(this, value, trail);
  }

  /** The schema that a reference leads to. */
  schemaOf(reference: string): SchemaNode | undefined {
    const known = this.#schemas.get(reference);
    if (known) return known;
    const start = { value: { $ref: reference }, trail: undefined };
    const target = this.#resolveUntil(start, (value) => this.extendsReference(value));
    if (!target) return undefined;
    const schema = new SchemaNode(this, target.value, target.trail);
    this.#schemas.set(reference, schema);
    return schema;
  }

  /**
   * Whether a schema says more of its values than the `$ref` in it (JSON Schema 2020-12, section 8.2.3.1). Before
   * OpenAPI 3.1 what stands beside a reference is ignored.
   */
  extendsReference(schema: JsonObject): boolean {
    const { openapi } = this.definition;
    if (openapi === '2.0' || openapi === '3.0' || typeof schema['$ref'] !== 'string') return false;
    return Object.keys(schema).some((key) => !annotations.includes(key) && !key.startsWith('x-'));
  }

  #targetOf(reference: string): Located | undefined {
    if (this.#targets.has(reference)) return this.#targets.get(reference);
    const target = this.#follow(reference);
    this.#targets.set(reference, target);
    return target;
  }

  #follow(reference: string): Located | undefined {
    if (!reference.startsWith('#')) return undefined;
    let value: unknown = this.root;
    let trail: Trail | undefined;
    for (const token of splitPointer(decodeURIComponent(reference.slice(1)))) {
      value = memberOf(value, token);
      trail = trailTo(trail, token);
    }
    return isJsonObject(value) ? { value, trail } : undefined;
  }
}
