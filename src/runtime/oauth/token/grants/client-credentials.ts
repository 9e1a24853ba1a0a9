import { isPublicClient } from '#compiled/is-public-client.ts';
import { subjectOfClient } from '#runtime/token/claims.ts';
import { chooseScopes } from '../choose-scopes.ts';
import type { Grant } from '../grant.ts';
import { issueToken } from '../issue-token.ts';

/** Issues a token to the client itself, without a user and without a refresh token (RFC 6749 section 4.4). */
export const clientCredentials: Grant = {
  grantType: 'client_credentials',
  parameters: [],
  async handle({ server, client, form, address }) {
    if (isPublicClient(client.application)) return { refused: 'grant_confidential' };
    const scopes = chooseScopes(server, client, form.get('scope'));
    if ('refused' in scopes) return scopes;
    const subject = subjectOfClient(client.consumerKey);
    return issueToken(server, { grantType: 'client_credentials', client, subject, scopes, address });
  },
};
