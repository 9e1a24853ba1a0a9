import { isJsonObject, omit, type Json, type JsonObject, memberOf } from '#compiled/json.ts';
import type { OpenapiDocument, OperationNode, PathNode } from '../model.ts';
import { splitPointer } from '#source/place.ts';
import { decodeFragment } from '../references.ts';

/**
 * The members of a document that contain parts by name, and the number of names on the path from the root to a part.
 */
const holders: ReadonlyMap<string, number> = new Map([
  ['components', 3],
  ['definitions', 2],
  ['parameters', 2],
  ['responses', 2],
  ['paths', 2],
]);

const notShown: ReadonlySet<string> = new Set([...holders.keys()].filter((name) => name !== 'paths'));

/** How a viewer shows a document. */
export interface ViewerDocumentOptions {
  /** The address of the API at the gateway, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Limits the document to the operations for which it returns true, and the parts that they need. Default: all
   * operations.
   */
  readonly includes?: (operation: OperationNode) => boolean;
}

/**
 * A document for a viewer whose calls another program sends: with the gateway's address, and without security, since
 * that program adds the access token.
 */
export function viewerDocument(
  { root, isSwagger, paths, exactValues }: OpenapiDocument,
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
  return exactValues.everywhere(isWhole ? shown : dropUnusedParts(omit(shown, elsewhere), open));
}

/** Members with the address of the service behind the gateway, or with its security. */
const replaced: ReadonlySet<string> = new Set([
  'servers',
  'host',
  'basePath',
  'schemes',
  'security',
  'securityDefinitions',
  'securitySchemes',
]);

/** Members that are omitted if only some operations are shown, since they do not depend on operations. */
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

/**
 * A document with only the parts of `root` to which `shown` refers, directly or indirectly. `shown` is the same
 * document with fewer paths.
 */
function dropUnusedParts(shown: JsonObject, root: JsonObject): JsonObject {
  const used = findUsed(omit(shown, notShown), root);
  const isUsed = (tokens: readonly string[]) => used.has(JSON.stringify(tokens));
  const pickUsed = (holder: Json | undefined, tokens: readonly string[]): JsonObject =>
    Object.fromEntries(
      isJsonObject(holder) ? Object.entries(holder).filter(([name]) => isUsed([...tokens, name])) : [],
    );
  const pickParts = (holder: JsonObject, name: string, depth: number): JsonObject =>
    depth === 2
      ? pickUsed(holder, [name])
      : Object.fromEntries(
          Object.entries(holder).map(([group, parts]) => [group, pickUsed(parts, [name, group])]),
        );
  const parts = [...holders].flatMap(([name, depth]) => {
    const holder = root[name];
    return isJsonObject(holder) ? [[name, pickParts(holder, name, depth)] as const] : [];
  });
  const { paths, ...others } = Object.fromEntries(parts);
  // Bundling may have created references into other paths; such a path is needed as a whole.
  return {
    ...shown,
    ...others,
    paths: { ...(isJsonObject(shown['paths']) ? shown['paths'] : {}), ...paths },
  };
}

/** The parts that are referred to, each as the JSON list of the names that lead to it. */
function findUsed(shown: JsonObject, root: JsonObject): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting: Json[] = [shown];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const reference of listReferences(value)) {
      const all = splitPointer(decodeFragment(reference.slice(1)));
      const tokens = all.slice(0, holders.get(all[0] ?? '') ?? 1);
      const key = JSON.stringify(tokens);
      if (used.has(key)) continue;
      used.add(key);
      const part = tokens.reduce<Json | undefined>(memberOf, root);
      if (part !== undefined) waiting.push(part);
    }
  }
  return used;
}

/** Every text that looks like a reference into the document, whatever the keyword. */
function listReferences(value: Json): readonly string[] {
  const found: string[] = [];
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (const item of next as readonly Json[]) waiting.push(item);
    else if (isJsonObject(next)) for (const item of Object.values(next)) waiting.push(item);
    else if (typeof next === 'string' && next.startsWith('#/')) found.push(next);
  }
  return found;
}
