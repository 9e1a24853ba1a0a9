import { texts } from '#runtime/pages/texts.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';

/** The description of a scope for users: the text of the API's owner, or a generic sentence. */
export function describeScope({ scopes }: Pick<AuthorizationServer, 'scopes'>, scope: string): string {
  return scopes.describe(scope) || texts.consent.undescribed(scope);
}
