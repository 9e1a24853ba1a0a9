import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument, OperationNode, PathNode } from '../model.ts';
import type { PublishedAs } from './published-as.ts';
import { PublishedSecurity } from './published-security.ts';

/** The addresses that a document names itself: the gateway forwards calls to others. */
const ownAddresses: ReadonlySet<string> = new Set(['servers', 'host', 'basePath', 'schemes', 'security']);

/**
 * A document as callers of a gateway need it: with the gateway's address and its access tokens in place of those of the
 * service behind it. Extensions and everything else stay as they are; nothing of the given document changes.
 */
export function publishDocument(document: OpenapiDocument, as: PublishedAs): JsonObject {
  const security = new PublishedSecurity(document, as);
  const paths = document.paths.map((path) => [path.template, publishPath(path, as, security)] as const);
  const { paths: declared } = document.root;
  return {
    ...omit(document.root, ownAddresses),
    ...addressOf(document, as.baseUrl),
    ...(isJsonObject(declared) && { paths: { ...declared, ...Object.fromEntries(paths) } }),
    ...security.declaration,
  };
}

function addressOf({ isSwagger }: OpenapiDocument, baseUrl: string): JsonObject {
  if (!isSwagger) return { servers: [{ url: baseUrl }] };
  const { host, pathname, protocol } = new URL(baseUrl);
  return { host, basePath: pathname, schemes: [protocol.slice(0, -1)] };
}

function publishPath(path: PathNode, as: PublishedAs, security: PublishedSecurity): JsonObject {
  const published = new Map<Json, Json>(
    path.operations.map((operation) => [operation.value, publishOperation(operation, security)]),
  );
  const replace = (holder: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(holder).map(([name, value]) => [name, published.get(value) ?? value]));
  const { additionalOperations: additional } = path.value;
  return {
    ...replace(omit(path.value, ownAddresses)),
    ...(isJsonObject(additional) && { additionalOperations: replace(additional) }),
    ...withVersionHeader(path, as),
  };
}

function publishOperation(operation: OperationNode, security: PublishedSecurity): JsonObject {
  return { ...omit(operation.value, ownAddresses), security: security.of(operation) };
}

/** Where no address contains the version, every call sends it in a header. */
function withVersionHeader({ document, value }: PathNode, { versionHeader }: PublishedAs): JsonObject {
  if (!versionHeader) return {};
  const { name, version } = versionHeader;
  const schema = { type: 'string', enum: [version] };
  const parameter = {
    name,
    in: 'header',
    required: true,
    ...(document.isSwagger ? schema : { schema }),
  };
  const { parameters } = value;
  return { parameters: [...(Array.isArray(parameters) ? (parameters as readonly Json[]) : []), parameter] };
}
