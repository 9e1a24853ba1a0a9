import { authorizationCode } from './grants/authorization-code.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import { password } from './grants/password.ts';
import { refreshToken } from './grants/refresh-token.ts';
import { saml2Bearer } from './grants/saml2-bearer.ts';
import type { Grant } from './grant.ts';

/** Every grant that the token endpoint supports. */
export const grants: readonly Grant[] = [
  clientCredentials,
  authorizationCode,
  refreshToken,
  password,
  saml2Bearer,
];
