// `npm run generate` writes this file from the registry of kinds in `compiled/manifest.ts`.
import { GatewaySchema } from '#compiler/kinds/gateway/declaration.ts';
import { ApiSchema } from '#compiler/kinds/api/declaration.ts';
import { ApplicationSchema } from '#compiler/kinds/application/declaration.ts';
import { SubscriptionSchema } from '#compiler/kinds/subscription/declaration.ts';
import { TierSchema } from '#compiler/kinds/tier/declaration.ts';
import { UserSchema } from '#compiler/kinds/user/declaration.ts';
import { TeamSchema } from '#compiler/kinds/team/declaration.ts';
import { IdentityProviderSchema } from '#compiler/kinds/identity-provider/declaration.ts';

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
