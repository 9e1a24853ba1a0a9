import type { OperationNode } from '../model.ts';

/** How callers reach an API through a gateway. */
export interface PublishedAs {
  /** An absolute URL without a trailing slash; all paths of the document are below it. */
  readonly baseUrl: string;
  /** The header that names the version, if the address does not. */
  readonly versionHeader?: { readonly name: string; readonly version: string };
  /** The flows that yield an access token and that OpenAPI has a name for. */
  readonly flows: readonly PublishedFlow[];
  /** The address of the metadata of the authorization server (RFC 8414). */
  readonly metadataUrl: string;
  /** The description of each scope. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Whether everyone may call an operation without a token. */
  readonly isPublic: (operation: OperationNode) => boolean;
  /** Whether a call of an operation needs any scope. */
  readonly needsScopes: (operation: OperationNode) => boolean;
}

/** One flow of OAuth 2.0, with its addresses. */
export interface PublishedFlow {
  /** As OpenAPI 3 names it. */
  readonly name: 'clientCredentials' | 'authorizationCode' | 'implicit' | 'password';
  readonly urls: { readonly authorizationUrl?: string; readonly tokenUrl?: string };
}
