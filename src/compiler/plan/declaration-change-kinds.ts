// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.
import { gatewayChangeKinds } from '../kinds/gateway/change-kinds.ts';
import { apiChangeKinds } from '../kinds/api/change-kinds.ts';
import { applicationChangeKinds } from '../kinds/application/change-kinds.ts';
import { subscriptionChangeKinds } from '../kinds/subscription/change-kinds.ts';
import { tierChangeKinds } from '../kinds/tier/change-kinds.ts';
import { userChangeKinds } from '../kinds/user/change-kinds.ts';
import { teamChangeKinds } from '../kinds/team/change-kinds.ts';
import { identityProviderChangeKinds } from '../kinds/identity-provider/change-kinds.ts';

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
