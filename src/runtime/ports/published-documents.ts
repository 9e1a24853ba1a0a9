import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Digest } from '#compiled/digest.ts';

/** A content coding of RFC 9110 section 8.4.1. */
export type ContentCoding = 'br' | 'zstd' | 'gzip' | 'identity';

/** What a published document states about the gateway, apart from what the operations of its API determine. */
export interface PublishedAt {
  /** An absolute URL without a trailing slash; all paths of the document are below it. */
  readonly baseUrl: string;
  /** The header that names the version, if the address does not. */
  readonly versionHeader?: { readonly name: string; readonly version: string };
  readonly flows: readonly PublishedFlow[];
  /** The address of the metadata of the authorization server (RFC 8414). */
  readonly metadataUrl: string;
}

/** One flow of OAuth 2.0, with its addresses. */
interface PublishedFlow {
  /** As OpenAPI 3 names it. */
  readonly name: 'clientCredentials' | 'authorizationCode' | 'implicit' | 'password';
  readonly urls: { readonly authorizationUrl?: string; readonly tokenUrl?: string };
}

export interface WantedDocument {
  /** The digest of `api`. */
  readonly part: Digest;
  readonly api: CompiledApi;
  readonly as: PublishedAt;
  readonly coding: ContentCoding;
}

/** The OpenAPI document of a version in a content coding. */
export interface PublishedDocument {
  readonly body: Uint8Array;
  /** The digest of the document without a coding. */
  readonly digest: Digest;
}

/** Makes documents without delaying calls, each once. Rejects if one cannot be made now. */
export type PublishDocument = (wanted: WantedDocument) => Promise<PublishedDocument>;
