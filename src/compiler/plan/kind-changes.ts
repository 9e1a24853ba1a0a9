// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.
import { gatewayChanges } from '../kinds/gateway/changes.ts';
import { apiChanges } from '../kinds/api/changes.ts';
import { applicationChanges } from '../kinds/application/changes.ts';
import { subscriptionChanges } from '../kinds/subscription/changes.ts';
import { tierChanges } from '../kinds/tier/changes.ts';
import { userChanges } from '../kinds/user/changes.ts';
import { teamChanges } from '../kinds/team/changes.ts';
import { identityProviderChanges } from '../kinds/identity-provider/changes.ts';
import type { FindChanges } from './comparison.ts';

/** How the changes of each kind are found. */
export const kindChanges: readonly FindChanges[] = [
  gatewayChanges,
  apiChanges,
  applicationChanges,
  subscriptionChanges,
  tierChanges,
  userChanges,
  teamChanges,
  identityProviderChanges,
];
