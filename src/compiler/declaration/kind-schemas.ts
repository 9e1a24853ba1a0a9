// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.
import { GatewaySchema } from '../kinds/gateway/declaration.ts';
import { ApiSchema } from '../kinds/api/declaration.ts';
import { ApplicationSchema } from '../kinds/application/declaration.ts';
import { SubscriptionSchema } from '../kinds/subscription/declaration.ts';
import { TierSchema } from '../kinds/tier/declaration.ts';
import { UserSchema } from '../kinds/user/declaration.ts';
import { TeamSchema } from '../kinds/team/declaration.ts';
import { IdentityProviderSchema } from '../kinds/identity-provider/declaration.ts';

/** The schema of each kind of declaration. */
export const kindSchemas = {
  Gateway: GatewaySchema,
  Api: ApiSchema,
  Application: ApplicationSchema,
  Subscription: SubscriptionSchema,
  Tier: TierSchema,
  User: UserSchema,
  Team: TeamSchema,
  IdentityProvider: IdentityProviderSchema,
} as const;
