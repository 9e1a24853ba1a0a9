import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { TokenResponse } from '../authorization-server.ts';
import type { ClientRequest } from '../client-request.ts';

/** A request to the token endpoint by a client that may use the grant, with the parameters that it needs. */
export type GrantRequest = ClientRequest;

/** A way to get an access token: one file in `grants/`. */
export interface Grant {
  /** The value of the parameter grant_type, and of an application's `grants`. */
  readonly grantType: string;
  /** The required parameters besides grant_type. */
  readonly parameters: readonly string[];
  handle(request: GrantRequest): Promise<TokenResponse | OAuthRefusal>;
}
