import type { ManifestApplication } from '#compiled/manifest.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import type { QueryParameters } from './query-parameters.ts';

/** A supported `response_type` (RFC 6749 section 3.1.1). */
export interface ResponseType {
  readonly name: 'code' | 'token';
  /** The grant that an application must declare to use this response type. */
  readonly grant: string;
  /** The part of the redirect URI that carries the response. */
  readonly mode: 'query' | 'fragment';
}

/**
 * An authorization request. The rules set its fields in order, so each rule may rely on the fields that earlier rules
 * have set.
 */
export class AuthorizationRequest {
  readonly server: AuthorizationServer;
  readonly parameters: QueryParameters;
  client!: Client;
  /** As sent; it matches a declared callback URL. */
  redirectUri!: string;
  responseType!: ResponseType;
  /** The S256 challenge of RFC 7636, if one was sent. */
  codeChallenge: string | undefined;
  /** The scopes of the token. */
  scopes!: readonly string[];

  constructor(server: AuthorizationServer, parameters: QueryParameters) {
    this.server = server;
    this.parameters = parameters;
  }

  get application(): ManifestApplication {
    return this.client.application;
  }

  /** The values of `prompt` (OpenID Connect Core 1.0 section 3.1.2.1). */
  get prompts(): readonly string[] {
    return this.parameters.single.get('prompt')?.split(' ') ?? [];
  }

  /** Whether the request forbids showing a page. */
  get isSilent(): boolean {
    return this.parameters.single.get('prompt') === 'none';
  }

  /** The maximum age of the login; undefined if any age is allowed. */
  get maxAgeSeconds(): Seconds | undefined {
    const maxAge = this.parameters.single.get('max_age');
    return maxAge === undefined ? undefined : Number(maxAge);
  }
}
