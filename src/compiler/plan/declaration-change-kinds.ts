// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.
import { gatewayChangeKinds } from '#compiler/kinds/gateway/change-kinds.ts';
import { apiChangeKinds } from '#compiler/kinds/api/change-kinds.ts';
import { applicationChangeKinds } from '#compiler/kinds/application/change-kinds.ts';
import { subscriptionChangeKinds } from '#compiler/kinds/subscription/change-kinds.ts';
import { tierChangeKinds } from '#compiler/kinds/tier/change-kinds.ts';
import { userChangeKinds } from '#compiler/kinds/user/change-kinds.ts';
import { teamChangeKinds } from '#compiler/kinds/team/change-kinds.ts';
import { identityProviderChangeKinds } from '#compiler/kinds/identity-provider/change-kinds.ts';

/** Every kind of change of a declaration, and what is sensitive about it. */
export const declarationChangeKinds = {
  ...gatewayChangeKinds,
  ...apiChangeKinds,
  ...applicationChangeKinds,
  ...subscriptionChangeKinds,
  ...tierChangeKinds,
  ...userChangeKinds,
  ...teamChangeKinds,
  ...identityProviderChangeKinds,
} as const;

/** The id of a kind of change of a declaration. */
export type DeclarationChangeId = keyof typeof declarationChangeKinds;
