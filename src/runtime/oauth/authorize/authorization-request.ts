import type { ManifestApplication } from '../../../compiled/manifest.ts';
import type { Client } from '../../token/clients.ts';
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
}
