import { isJsonObject, valueAt } from '#compiled/json.ts';
import { appendPointer, splitPointer } from '#source/place.ts';

interface EditableParameter {
  name?: string;
  in?: string;
  required?: boolean;
  schema?: unknown;
}

interface EditableOperation {
  parameters?: EditableParameter[];
  responses: Record<string, unknown>;
  description?: string;
  operationId?: string;
  deprecated?: boolean;
  security?: unknown;
}

export interface OperationSite {
  readonly paths: Record<string, unknown>;
  readonly item: Record<string, unknown>;
  readonly path: string;
  readonly method: string;
  readonly operation: EditableOperation;
  readonly pointer: string;
}

interface EditableProperty {
  type?: string;
  nullable?: boolean;
  maxLength?: number;
  pattern?: string;
  format?: string;
  enum?: unknown[];
  default?: unknown;
  description?: string;
}

interface EditableSchema {
  properties: Record<string, unknown>;
  required?: string[];
  additionalProperties?: unknown;
}

/** A property that contains no schema itself, so that its change makes nothing unreachable. */
export interface SchemaSite {
  readonly schema: EditableSchema;
  readonly pointer: string;
  readonly name: string;
  readonly property: EditableProperty;
  /** The pointer of the property. */
  readonly at: string;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

export function findOperations(document: object): readonly OperationSite[] {
  const { paths } = document as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as EditableOperation | undefined;
      const pointer = appendPointer('/paths', path, method);
      return operation ? [{ paths, item, path, method, operation, pointer }] : [];
    }),
  );
}

/** One for each schema with properties that the bodies of operations reach without a choice. */
export function findSchemas(document: object): readonly SchemaSite[] {
  const sites: SchemaSite[] = [];
  const seen = new Set<unknown>();
  const visit = (found: unknown, at: string): void => {
    const { value, pointer } = follow(document, found, at);
    if (!isJsonObject(value) || seen.has(value)) return;
    seen.add(value);
    const site = siteIn(value as unknown as EditableSchema, pointer);
    if (site) sites.push(site);
    for (const [name, property] of Object.entries(value['properties'] ?? {}))
      visit(property, appendPointer(pointer, 'properties', name));
    visit(value['items'], appendPointer(pointer, 'items'));
  };
  for (const { operation, pointer } of findOperations(document))
    visitBodies(document, operation, pointer, visit);
  return sites;
}

type Visit = (found: unknown, at: string) => void;

function visitBodies(document: object, operation: EditableOperation, pointer: string, visit: Visit): void {
  const { requestBody } = operation as { requestBody?: unknown };
  const holders = [
    [requestBody, appendPointer(pointer, 'requestBody')] as const,
    ...Object.entries(operation.responses).map(
      ([status, response]) => [response, appendPointer(pointer, 'responses', status)] as const,
    ),
  ];
  for (const [holder, at] of holders) {
    const { value, pointer: place } = follow(document, holder, at);
    const content = isJsonObject(value) && isJsonObject(value['content']) ? value['content'] : {};
    for (const [type, media] of Object.entries(content))
      if (isJsonObject(media)) visit(media['schema'], appendPointer(place, 'content', type, 'schema'));
  }
}

/** Only what is under no choice and no `allOf`, where another schema may require the same. */
function siteIn(schema: EditableSchema, pointer: string): SchemaSite | undefined {
  const isPlain =
    isJsonObject(schema.properties) && !('allOf' in schema) && !('anyOf' in schema) && !('oneOf' in schema);
  if (!isPlain) return undefined;
  const leaves = Object.entries(schema.properties).filter(([, property]) => isLeaf(property));
  const plain = leaves.find(([, property]) => isJsonObject(property) && 'enum' in property) ?? leaves[0];
  if (!plain) return undefined;
  const [name, property] = plain as [string, EditableProperty];
  return { schema, pointer, name, property, at: appendPointer(pointer, 'properties', name) };
}

function isLeaf(property: unknown): boolean {
  const nested = [
    '$ref',
    'properties',
    'items',
    'allOf',
    'anyOf',
    'oneOf',
    'additionalProperties',
    'readOnly',
  ];
  return (
    isJsonObject(property) &&
    typeof property['type'] === 'string' &&
    nested.every((name) => !(name in property))
  );
}

function follow(document: object, value: unknown, pointer: string): { value: unknown; pointer: string } {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string') return { value, pointer };
  const target = decodeURIComponent(reference.slice(1));
  return follow(document, valueAt(document, splitPointer(target)), target);
}
