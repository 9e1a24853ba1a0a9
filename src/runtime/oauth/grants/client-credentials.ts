import { issueToken } from '../authorization-server.ts';
import type { Grant } from '../grant.ts';

/** A token that a confidential client has for itself, without any user (RFC 6749 section 4.4). */
export const clientCredentials: Grant = {
  grantType: 'client_credentials',
  parameters: [],
  handle: ({ server, client }) => {
    if (client.application.type === 'single-page') return { refused: 'grant_confidential' };
    return issueToken(server, client);
  },
};
