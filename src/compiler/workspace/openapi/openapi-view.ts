import { isJsonObject, memberOf, pick, type Json, type JsonObject } from '../../../compiled/json.ts';
import { appendPointer, splitPointer } from '../../../source/place.ts';
import type { OperationNode } from './operation-node.ts';
import { membersOf } from './object-members.ts';
import { PathNode } from './path-node.ts';
import { References } from './references.ts';
import { SchemaNode } from './schema-node.ts';
import {
  readSecurity,
  readSecuritySchemes,
  type SecurityRequirement,
  type SecuritySchemeNode,
} from './security.ts';
import { trailTo, type Trail } from './trail.ts';

/** An object of the contract and the way to it. */
export interface Located {
  readonly value: JsonObject;
  readonly trail: Trail | undefined;
}

/** Versions of OpenAPI, without the number of the patch. */
export type OpenapiVersion = '2.0' | '3.0' | '3.1' | '3.2';

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

const inheritedMembers = ['security', 'consumes', 'produces', 'securityDefinitions', 'openapi', 'swagger'];

/** An API's bundled definition by its meaning, whatever the version that it is written in. Parts are read when asked for. */
export class OpenapiView {
  readonly root: JsonObject;
  readonly version: OpenapiVersion;
  readonly references: References;
  readonly #schemas = new Map<string, SchemaNode>();
  #paths: ReadonlyMap<string, PathNode> | undefined;
  #operations: readonly OperationNode[] | undefined;
  #securitySchemes: ReadonlyMap<string, SecuritySchemeNode> | undefined;

  constructor(root: JsonObject) {
    this.root = root;
    this.version = versionOf(root);
    this.references = new References(root);
  }

  /** Whether the document is written in Swagger 2.0. */
  get isSwagger(): boolean {
    return this.version === '2.0';
  }

  /** Whether keywords next to a `$ref` count in a schema, as they do from OpenAPI 3.1 on. */
  get mergesSiblings(): boolean {
    return this.version === '3.1' || this.version === '3.2';
  }

  /** The paths that callers use, in alphabetical order; those of callbacks and webhooks belong to others. */
  get paths(): readonly PathNode[] {
    return [...this.#pathsByTemplate.values()];
  }

  get #pathsByTemplate(): ReadonlyMap<string, PathNode> {
    return (this.#paths ??= this.#readPaths());
  }

  #readPaths(): ReadonlyMap<string, PathNode> {
    const trail = trailTo(undefined, 'paths');
    const paths = membersOf(this.root, 'paths')
      .filter(([template]) => template.startsWith('/'))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return new Map(
      paths.map(([template, value]) => [template, new PathNode(this, value, trailTo(trail, template))]),
    );
  }

  /** The operations that callers use, sorted by path and method. */
  get operations(): readonly OperationNode[] {
    return (this.#operations ??= this.paths.flatMap(({ operations }) => operations));
  }

  /** The operation of a method, in upper case, and a path template. */
  operation(method: string, template: string): OperationNode | undefined {
    return this.#pathsByTemplate.get(template)?.operation(method);
  }

  /** What the API calls of those who use it, by name (OpenAPI 3.1, section 4.8.1). */
  get webhooks(): readonly PathNode[] {
    const { webhooks } = this.root;
    return isJsonObject(webhooks)
      ? this.pathItemsIn({ value: webhooks, trail: trailTo(undefined, 'webhooks') })
      : [];
  }

  /** The path items in a map of them. */
  pathItemsIn({ value, trail }: Located): readonly PathNode[] {
    return Object.entries(value).flatMap(([name, item]) =>
      isJsonObject(item) && !name.startsWith('x-') ? [new PathNode(this, item, trailTo(trail, name))] : [],
    );
  }

  get securitySchemes(): ReadonlyMap<string, SecuritySchemeNode> {
    return (this.#securitySchemes ??= readSecuritySchemes(this));
  }

  /** The ways in which a call may be authorized where its operation does not list its own. */
  get security(): readonly SecurityRequirement[] {
    return readSecurity(this.root['security']);
  }

  /** The members of the root that every operation takes over. */
  get inherited(): JsonObject {
    const { components } = this.root;
    const schemes = isJsonObject(components) && !this.isSwagger ? pick(components, ['securitySchemes']) : {};
    return { ...pick(this.root, inheritedMembers), ...schemes };
  }

  /** The pointer of a value, or of the nearest one around the place where it would be. */
  nearestPointer(pointer: string): string {
    let value: unknown = this.root;
    let nearest = '';
    for (const token of splitPointer(pointer)) {
      value = memberOf(value, token);
      if (value === undefined) return nearest;
      nearest = appendPointer(nearest, token);
    }
    return nearest;
  }

  /** What an object refers to, at the end of the chain; the object itself where it is not a reference. */
  resolve(located: Located): Located | undefined {
    return this.#resolveUntil(located);
  }

  #resolveUntil({ value, trail }: Located, isEnd?: (value: JsonObject) => boolean): Located | undefined {
    const end = this.references.follow(value, isEnd);
    if (!end || !isJsonObject(end.value)) return undefined;
    return { value: end.value, trail: end.target ? end.target.trail : trail };
  }

  /** The schema at a place; one that is reached by reference is the same node however often it is asked for. */
  schemaAt(value: Json | undefined, trail: Trail | undefined): SchemaNode | undefined {
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
   * OpenAPI 3.1 the siblings of a reference are ignored.
   */
  extendsReference(schema: JsonObject): boolean {
    if (!this.mergesSiblings || typeof schema['$ref'] !== 'string') return false;
    return Object.keys(schema).some((key) => !annotations.includes(key) && !key.startsWith('x-'));
  }

  /** The members of an object that are for people; examples and links that are references are followed. */
  documentationOf(value: JsonObject, isDocumentation: (name: string) => boolean): JsonObject {
    const members = Object.entries(value).filter(([name]) => isDocumentation(name));
    return Object.fromEntries(
      members.map(([name, member]) => [name, isNamedTexts(name, member) ? this.#followEach(member) : member]),
    );
  }

  #followEach(members: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        this.references.follow(member)?.value ?? member,
      ]),
    );
  }
}

function isNamedTexts(name: string, member: Json | undefined): member is JsonObject {
  return (name === 'examples' || name === 'links') && isJsonObject(member);
}

function versionOf({ swagger, openapi }: JsonObject): OpenapiVersion {
  if (swagger !== undefined) return '2.0';
  const [line] = typeof openapi === 'string' ? (/^3\.[012]/.exec(openapi) ?? []) : [];
  return (line as OpenapiVersion | undefined) ?? '3.1';
}
