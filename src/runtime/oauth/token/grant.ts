import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { TokenResponse } from '../authorization-server.ts';
import type { ClientRequest } from '../client-request.ts';

/** A token request by a client that may use the grant, with all required parameters. */
export type GrantRequest = ClientRequest;

/** A grant of the token endpoint; each is one file in `grants/`. */
export interface Grant {
  /** The value of the parameter `grant_type`, and in an application's `grants`. */
  readonly grantType: string;
  /** The required parameters besides `grant_type`. */
  readonly parameters: readonly string[];
  handle(request: GrantRequest): Promise<TokenResponse | OAuthRefusal>;
}
