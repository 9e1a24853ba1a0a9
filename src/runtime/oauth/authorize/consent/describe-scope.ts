import { texts } from '#runtime/pages/texts.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';

/** The description of a scope for users: in the words of the API's owner, or else in a sentence of ours. */
export function describeScope({ scopes }: Pick<AuthorizationServer, 'scopes'>, scope: string): string {
  return scopes.describe(scope) || texts.consent.undescribed(scope);
}
