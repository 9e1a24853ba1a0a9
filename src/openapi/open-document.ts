import { isJsonObject, memberOf, pick, type Json, type JsonObject } from '#compiled/json.ts';
import type { NumberTexts } from '#compiled/contract/number-texts.ts';
import { appendPointer, splitPointer } from '#source/place.ts';
import type {
  OpenapiNode,
  OpenapiDocument,
  OperationNode,
  PathNode,
  SchemaNode,
  SecuritySchemeNode,
} from './model.ts';
import { ExactValues } from './exact-values.ts';
import { NodeReader, membersOf } from './readers/node-reader.ts';
import { PathReader } from './readers/path-reader.ts';
import type { Located, OpenapiVersion, SecurityRequirement } from './plain-parts.ts';
import { References } from './references.ts';
import { SchemaReader } from './readers/schema-reader.ts';
import { readSecurity, readSecuritySchemes } from './readers/security-reader.ts';
import { pathTo, type ValuePath } from './value-path.ts';

/** Keywords that do not restrict the values. Next to a reference, they do not make a different schema. */
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

/** An API's bundled definition in one form for all versions. Parts are read on first use. */
class DocumentReader implements OpenapiDocument {
  readonly root: JsonObject;
  readonly version: OpenapiVersion;
  readonly references: References;
  readonly exactValues: ExactValues;
  readonly #schemas = new Map<string, SchemaNode>();
  #paths: ReadonlyMap<string, PathNode> | undefined;
  #operations: readonly OperationNode[] | undefined;
  #securitySchemes: ReadonlyMap<string, SecuritySchemeNode> | undefined;

  constructor(root: JsonObject, numberTexts: NumberTexts | undefined) {
    this.root = root;
    this.exactValues = new ExactValues(root, numberTexts);
    this.version = versionOf(root);
    this.references = new References(root);
  }

  get isSwagger(): boolean {
    return this.version === '2.0';
  }

  get mergesSiblings(): boolean {
    return this.version === '3.1' || this.version === '3.2';
  }

  get paths(): readonly PathNode[] {
    return [...this.#pathsByTemplate.values()];
  }

  get #pathsByTemplate(): ReadonlyMap<string, PathNode> {
    return (this.#paths ??= this.#readPaths());
  }

  #readPaths(): ReadonlyMap<string, PathNode> {
    const valuePath = pathTo(undefined, 'paths');
    const paths = membersOf(this.root, 'paths')
      .filter(([template]) => template.startsWith('/'))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return new Map(
      paths.map(([template, value]) => [template, new PathReader(this, value, pathTo(valuePath, template))]),
    );
  }

  get operations(): readonly OperationNode[] {
    return (this.#operations ??= this.paths.flatMap(({ operations }) => operations));
  }

  operation(method: string, template: string): OperationNode | undefined {
    return this.#pathsByTemplate.get(template)?.operation(method);
  }

  get webhooks(): readonly PathNode[] {
    const { webhooks } = this.root;
    return isJsonObject(webhooks)
      ? this.pathItemsIn({ value: webhooks, valuePath: pathTo(undefined, 'webhooks') })
      : [];
  }

  get calledPaths(): readonly PathNode[] {
    const callbacks = this.operations.flatMap(({ callbackMaps }) => callbackMaps);
    const maps = new Map(callbacks.map(([, map]) => [map.value, map] as const));
    return [...this.webhooks, ...[...maps.values()].flatMap((map) => this.pathItemsIn(map))];
  }

  pathItemsIn({ value, valuePath }: Located): readonly PathNode[] {
    return Object.entries(value).flatMap(([name, item]) =>
      isJsonObject(item) && !name.startsWith('x-')
        ? [new PathReader(this, item, pathTo(valuePath, name))]
        : [],
    );
  }

  get rootNode(): OpenapiNode {
    return new NodeReader(this, this.root, undefined);
  }

  get securitySchemes(): ReadonlyMap<string, SecuritySchemeNode> {
    return (this.#securitySchemes ??= readSecuritySchemes(this));
  }

  get security(): readonly SecurityRequirement[] {
    return readSecurity(this.root['security']);
  }

  get tagDescriptions(): ReadonlyMap<string, string> {
    const { tags } = this.root;
    const described = Array.isArray(tags) ? (tags as readonly Json[]).filter(isJsonObject) : [];
    return new Map(
      described.flatMap(({ name, description }) =>
        typeof name === 'string' ? [[name, typeof description === 'string' ? description : ''] as const] : [],
      ),
    );
  }

  get inherited(): JsonObject {
    const { components } = this.root;
    const schemes = isJsonObject(components) && !this.isSwagger ? pick(components, ['securitySchemes']) : {};
    return { ...pick(this.root, inheritedMembers), ...schemes };
  }

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

  resolve(located: Located): Located | undefined {
    return typeof located.value['$ref'] === 'string' ? this.#resolveUntil(located) : located;
  }

  #resolveUntil({ value, valuePath }: Located, isEnd?: (value: JsonObject) => boolean): Located | undefined {
    const end = this.references.follow(value, isEnd);
    if (!end || !isJsonObject(end.value)) return undefined;
    return { value: end.value, valuePath: end.target ? end.target.valuePath : valuePath };
  }

  schemaAt(value: Json | undefined, valuePath: ValuePath | undefined): SchemaNode | undefined {
    if (!isJsonObject(value)) return undefined;
    const reference = value['$ref'];
    if (typeof reference === 'string' && !this.extendsReference(value)) return this.schemaOf(reference);
    return new SchemaReader(this, value, valuePath);
  }

  schemaOf(reference: string): SchemaNode | undefined {
    const known = this.#schemas.get(reference);
    if (known) return known;
    const start = { value: { $ref: reference }, valuePath: undefined };
    const target = this.#resolveUntil(start, (value) => this.extendsReference(value));
    if (!target) return undefined;
    const schema = new SchemaReader(this, target.value, target.valuePath);
    this.#schemas.set(reference, schema);
    return schema;
  }

  extendsReference(schema: JsonObject): boolean {
    if (!this.mergesSiblings || typeof schema['$ref'] !== 'string') return false;
    return Object.keys(schema).some((key) => !annotations.includes(key) && !key.startsWith('x-'));
  }

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

/** Opens a bundled OpenAPI document of any version. `numberTexts` are needed where its numbers are shown or published. */
export function openDocument(root: JsonObject, numberTexts?: NumberTexts): OpenapiDocument {
  return new DocumentReader(root, numberTexts);
}

function isNamedTexts(name: string, member: Json | undefined): member is JsonObject {
  return (name === 'examples' || name === 'links') && isJsonObject(member);
}

function versionOf({ swagger, openapi }: JsonObject): OpenapiVersion {
  if (swagger !== undefined) return '2.0';
  const [line] = typeof openapi === 'string' ? (/^3\.[012]/.exec(openapi) ?? []) : [];
  return (line as OpenapiVersion | undefined) ?? '3.1';
}
