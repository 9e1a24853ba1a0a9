import type { Manifest, ManifestApi } from '#compiled/manifest.ts';
import type { PublishedAt } from '#runtime/ports/published-documents.ts';
import { chooseCoding } from '../visit/content-coding.ts';
import { matchesTag } from '../visit/entity-tag.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { callAddress } from './api-paths.ts';
import type { FoundVersion } from './find-version.ts';

/** Sends the OpenAPI document of a version, with the URL and the token endpoints of the gateway. */
export async function sendDocument(
  { portal, acceptEncoding, ifNoneMatch = '' }: StoreVisit,
  { entry, api }: FoundVersion,
): Promise<StoreAnswer> {
  const coding = chooseCoding(acceptEncoding, ['br', 'zstd', 'gzip']);
  const as = publishedAt(portal.compiled.manifest, entry);
  const wanted = { part: entry.part, api, as, coding };
  const published = await portal.services.publishDocument(wanted).catch(() => undefined);
  if (!published) return showStoreProblem(portal, 'unavailable');
  const { body, digest } = published;
  const etag = `"${digest}${coding === 'identity' ? '' : `-${coding}`}"`;
  const headers = { etag, vary: 'accept-encoding', 'cache-control': 'private, no-cache' };
  const type = 'application/json; charset=utf-8';
  if (matchesTag(ifNoneMatch, etag)) return { status: 304, type, body: undefined, headers };
  const length = { 'content-length': String(body.length) };
  const coded = coding === 'identity' ? length : { ...length, 'content-encoding': coding };
  return { status: 200, type, body: streamBytes(body), headers: { ...headers, ...coded } };
}

/** What the published document states about the gateway: its URL and its token endpoints. */
function publishedAt(manifest: Manifest, entry: ManifestApi): PublishedAt {
  const { gateway } = manifest;
  const { baseUrl, headers } = callAddress(gateway, entry);
  const [versionHeader] = headers.map(([name, version]) => ({ name, version }));
  return {
    baseUrl,
    ...(versionHeader && { versionHeader }),
    flows: listFlows(manifest),
    metadataUrl: `${gateway.keyManagerUrl}/.well-known/oauth-authorization-server`,
  };
}

/**
 * The OAuth flows to describe. Flows that RFC 9700 sections 2.1.2 and 2.4 advise against are included only if an
 * application declares them.
 */
function listFlows({ gateway, applications }: Manifest): PublishedAt['flows'] {
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

/** In bytes. A connection encrypts and buffers one chunk at a time. */
const chunkBytes = 64 * 1024;

/** Bytes as a stream, so that a slow client holds no copy of them. */
function streamBytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let start = 0;
  return new ReadableStream({
    pull: (stream) => {
      if (start >= bytes.length) return stream.close();
      stream.enqueue(bytes.subarray(start, start + chunkBytes));
      start += chunkBytes;
    },
  });
}
