import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument, OperationNode, PathNode } from '../model.ts';
import { dropUnusedParts } from './drop-unused-parts.ts';

/** What a viewer shows of a document. */
export interface ViewerDocumentOptions {
  /** The address of the API at the gateway, without a trailing slash. */
  readonly baseUrl: string;
  /** Only the operations for which it is true, with the parts that they need; all without it. */
  readonly includes?: (operation: OperationNode) => boolean;
}

/**
 * A document for a viewer whose calls another program sends: with the gateway's address, and without security, since
 * that program adds the access token.
 */
export function viewerDocument(
  { root, isSwagger, paths }: OpenapiDocument,
  { baseUrl, includes = () => true }: ViewerDocumentOptions,
): JsonObject {
  const { components } = root;
  const open = {
    ...omit(root, replaced),
    ...(isJsonObject(components) && { components: omit(components, replaced) }),
  };
  const shown = {
    ...open,
    ...addressOf(isSwagger, baseUrl),
    paths: Object.fromEntries(paths.flatMap((path) => showPath(path, includes))),
  };
  const isWhole = paths.every(({ operations }) => operations.every(includes));
  return isWhole ? shown : dropUnusedParts(omit(shown, elsewhere), open);
}

/** Where the service behind the gateway is, and what it asks of the gateway. */
const replaced: ReadonlySet<string> = new Set([
  'servers',
  'host',
  'basePath',
  'schemes',
  'security',
  'securityDefinitions',
  'securitySchemes',
]);

/** Members that have nothing to do with some of the operations. */
const elsewhere: ReadonlySet<string> = new Set(['webhooks', 'tags', 'x-tagGroups']);

function addressOf(isSwagger: boolean, baseUrl: string): JsonObject {
  if (!isSwagger) return { servers: [{ url: baseUrl }] };
  const { host, pathname, protocol } = new URL(baseUrl);
  return { host, basePath: pathname, schemes: [protocol.slice(0, -1)] };
}

function showPath(
  { operations, template, value }: PathNode,
  includes: (operation: OperationNode) => boolean,
): readonly (readonly [string, Json])[] {
  const shown = new Map<Json, boolean>(operations.map((operation) => [operation.value, includes(operation)]));
  if (![...shown.values()].includes(true)) return [];
  const show = (holder: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(omit(holder, replaced))
        .filter(([, member]) => shown.get(member) !== false)
        .map(([name, member]) => [
          name,
          shown.has(member) && isJsonObject(member) ? omit(member, replaced) : member,
        ]),
    );
  const { additionalOperations: additional } = value;
  return [
    [
      template,
      { ...show(value), ...(isJsonObject(additional) && { additionalOperations: show(additional) }) },
    ],
  ];
}
