// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.
import { compileApis } from '#compiler/kinds/api/compile.ts';
import { compileApplications } from '#compiler/kinds/application/compile.ts';
import { compileSubscriptions } from '#compiler/kinds/subscription/compile.ts';
import { compileTiers } from '#compiler/kinds/tier/compile.ts';
import { compileUsers } from '#compiler/kinds/user/compile.ts';
import { compileTeams } from '#compiler/kinds/team/compile.ts';
import { compileIdentityProviders } from '#compiler/kinds/identity-provider/compile.ts';
import type { ListCompilers } from './compilation.ts';

/** How the entries of each list of the manifest are compiled. */
export const listCompilers: ListCompilers = {
  apis: compileApis,
  applications: compileApplications,
  subscriptions: compileSubscriptions,
  tiers: compileTiers,
  users: compileUsers,
  teams: compileTeams,
  identityProviders: compileIdentityProviders,
};
