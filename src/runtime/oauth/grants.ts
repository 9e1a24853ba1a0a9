import { clientCredentials } from './grants/client-credentials.ts';
import type { Grant } from './grant.ts';

/** Every grant that the token endpoint supports. */
export const grants: readonly Grant[] = [clientCredentials];
