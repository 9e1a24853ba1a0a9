// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.
import { compileApis } from '../kinds/api/compile.ts';
import { compileApplications } from '../kinds/application/compile.ts';
import { compileSubscriptions } from '../kinds/subscription/compile.ts';
import { compileTiers } from '../kinds/tier/compile.ts';
import { compileUsers } from '../kinds/user/compile.ts';
import { compileTeams } from '../kinds/team/compile.ts';
import { compileIdentityProviders } from '../kinds/identity-provider/compile.ts';
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
