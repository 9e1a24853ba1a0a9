import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import type { Manifest, ManifestApi } from '#compiled/manifest.ts';
import { publishDocument } from '#openapi/publish/publish-document.ts';
import type { PublishedAs, PublishedFlow } from '#openapi/publish/published-as.ts';
import { requiredScopes } from '../catalogue/describe-api.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { readOperations } from './api-operations.ts';
import { callAddress } from './api-paths.ts';
import type { FoundVersion } from './find-version.ts';

/** Sends the OpenAPI document of a version, with the URL and the token endpoints of the gateway. */
export function sendDocument({ portal }: StoreVisit, { entry, api }: FoundVersion): StoreAnswer {
  const { document } = readOperations(api);
  const published = publishDocument(document, publishedAs(portal.compiled.manifest, entry, api));
  return { status: 200, type: 'application/json; charset=utf-8', body: streamJson(published) };
}

/** What the published document states about the gateway: its URL, token endpoints and scopes. */
function publishedAs(manifest: Manifest, entry: ManifestApi, api: CompiledApi): PublishedAs {
  const { gateway } = manifest;
  const { baseUrl, headers } = callAddress(gateway, entry);
  const [versionHeader] = headers.map(([name, version]) => ({ name, version }));
  const nameAll = (operations: readonly CompiledOperation[]) =>
    new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const scoped = nameAll(api.operations.filter(({ scopes }) => scopes));
  const open = nameAll(api.operations.filter(({ access }) => access === 'public'));
  return {
    baseUrl,
    ...(versionHeader && { versionHeader }),
    flows: listFlows(manifest),
    metadataUrl: `${gateway.keyManagerUrl}/.well-known/oauth-authorization-server`,
    scopes: requiredScopes(api),
    isPublic: ({ name }) => open.has(name),
    needsScopes: ({ name }) => scoped.has(name),
  };
}

/**
 * The OAuth flows to describe. Flows that RFC 9700 sections 2.1.2 and 2.4 advise against are included only if an
 * application declares them.
 */
function listFlows({ gateway, applications }: Manifest): readonly PublishedFlow[] {
  const tokenUrl = `${gateway.keyManagerUrl}/oauth2/token`;
  const authorizationUrl = `${gateway.authUrl}/authorize`;
  const declares = (grant: string) => applications.some(({ grants }) => grants.includes(grant));
  return [
    { name: 'clientCredentials', urls: { tokenUrl } },
    { name: 'authorizationCode', urls: { authorizationUrl, tokenUrl } },
    ...(declares('implicit') ? [{ name: 'implicit', urls: { authorizationUrl } } as const] : []),
    ...(declares('password') ? [{ name: 'password', urls: { tokenUrl } } as const] : []),
  ];
}

/**
 * The approximate size of a chunk, in UTF-16 code units. Writing one takes at most a millisecond, during which calls
 * wait.
 */
const chunkLength = 64 * 1024;

/** Values down to this depth, such as an operation or a schema, are written one by one. */
const splitDepth = 3;

/** The text of a large JSON value, written while it is sent, so that calls do not wait for the whole text. */
export function streamJson(value: Json): ReadableStream<Uint8Array> {
  const pieces = writeJson(value, splitDepth);
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: (stream) => {
      const chunk = readChunk(pieces);
      if (chunk === '') stream.close();
      else stream.enqueue(encoder.encode(chunk));
    },
  });
}

function readChunk(pieces: Iterator<string, void>): string {
  let chunk = '';
  while (chunk.length < chunkLength) {
    const { done, value } = pieces.next();
    if (done) break;
    chunk += value;
  }
  return chunk;
}

function* writeJson(value: Json, depth: number): Generator<string, void> {
  if (depth === 0 || !isJsonObject(value)) {
    yield JSON.stringify(value);
    return;
  }
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* writeJson(member, depth - 1);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}
