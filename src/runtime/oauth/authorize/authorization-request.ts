import type { ManifestApplication } from '#compiled/manifest.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import type { QueryParameters } from './query-parameters.ts';

/** A way to answer the application (RFC 6749 section 3.1.1). */
export interface ResponseType {
  readonly name: 'code' | 'token';
  /** The declaration of an application that allows it. */
  readonly grant: string;
  /** Which part of the redirect URI contains the answer. */
  readonly mode: 'query' | 'fragment';
}

/** An authorization request; each rule may rely on the results of the rules before it. */
export class AuthorizationRequest {
  readonly server: AuthorizationServer;
  readonly parameters: QueryParameters;
  client!: Client;
  /** As sent, which is also as declared. */
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

  /** The prompts that the user must see in any case (OpenID Connect Core 1.0 section 3.1.2.1). */
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
