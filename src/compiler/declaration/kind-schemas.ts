import { ApiSchema } from './api.ts';
import { ApplicationSchema } from './application.ts';
import { GatewaySchema } from './gateway.ts';
import { IdentityProviderSchema } from './identity-provider.ts';
import { SubscriptionSchema } from './subscription.ts';
import { TierSchema } from './tier.ts';
import { UserSchema } from './user.ts';

/** The schema of each kind of declaration. */
export const kindSchemas = {
  Gateway: GatewaySchema,
  Api: ApiSchema,
  Application: ApplicationSchema,
  Subscription: SubscriptionSchema,
  Tier: TierSchema,
  User: UserSchema,
  IdentityProvider: IdentityProviderSchema,
} as const;
