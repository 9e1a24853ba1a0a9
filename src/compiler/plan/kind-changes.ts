// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.
import { gatewayChanges } from '#compiler/kinds/gateway/changes.ts';
import { apiChanges } from '#compiler/kinds/api/changes.ts';
import { applicationChanges } from '#compiler/kinds/application/changes.ts';
import { subscriptionChanges } from '#compiler/kinds/subscription/changes.ts';
import { tierChanges } from '#compiler/kinds/tier/changes.ts';
import { userChanges } from '#compiler/kinds/user/changes.ts';
import { teamChanges } from '#compiler/kinds/team/changes.ts';
import { identityProviderChanges } from '#compiler/kinds/identity-provider/changes.ts';
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
