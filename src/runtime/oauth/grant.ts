import type { OAuthRefusal } from '../rejection/oauth-refusals.ts';
import type { Client } from '../token/clients.ts';
import type { AuthorizationServer, TokenResponse } from './authorization-server.ts';
import type { Form } from './parse-form.ts';

/** A request to the token endpoint by a client that is authenticated and may use the grant. */
export interface GrantRequest {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly form: Form;
}

/** A way to get an access token: one file in `grants/`. */
export interface Grant {
  /** The value of the parameter grant_type, and of an application's `grants`. */
  readonly grantType: string;
  /** The parameters, beside grant_type, without which the request is invalid. */
  readonly parameters: readonly string[];
  handle(request: GrantRequest): Promise<TokenResponse | OAuthRefusal>;
}
