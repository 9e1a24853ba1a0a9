import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import { grantTraits, type GrantTraits, type GrantType } from '#compiler/declaration/parts/grant-type.ts';

const reasons: Readonly<Record<GrantTraits['unusableFor'][number], string>> = {
  'command-line': 'a command-line application cannot have its user sign in',
  'single-page': 'a single-page application has no secret',
  native: 'a native application has no secret and signs its user in with the authorization code',
};

/** Why a program of a type cannot use a grant; undefined if it can. */
export function findGrantProblem(type: ApplicationDeclaration['type'], grant: GrantType): string | undefined {
  const unusableFor = grantTraits[grant].unusableFor.find((unusable) => unusable === type);
  return unusableFor && reasons[unusableFor];
}
