import { ApiSchema, type ApiDeclaration } from './api.ts';
import { ApplicationSchema, type ApplicationDeclaration } from './application.ts';
import { GatewaySchema, type GatewayDeclaration } from './gateway.ts';
import { IdentityProviderSchema, type IdentityProviderDeclaration } from './identity-provider.ts';
import { ApprovalSchema, type Approval } from './approval.ts';
import { IgnoreEntrySchema, type IgnoreEntry } from './parts/ignore-entry.ts';
import { SubscriptionSchema, type SubscriptionDeclaration } from './subscription.ts';
import { TierSchema, type TierDeclaration } from './tier.ts';
import { UserSchema, type UserDeclaration } from './user.ts';

/** Every kind of declaration, with the schema that one must satisfy. */
export const kindSchemas = {
  Gateway: GatewaySchema,
  Api: ApiSchema,
  Application: ApplicationSchema,
  Subscription: SubscriptionSchema,
  Tier: TierSchema,
  User: UserSchema,
  IdentityProvider: IdentityProviderSchema,
} as const;

export type Kind = keyof typeof kindSchemas;

/** Every schema that something in the sources is checked against. */
export const checkedSchemas = {
  ...kindSchemas,
  IgnoreEntry: IgnoreEntrySchema,
  Approval: ApprovalSchema,
} as const;

export type Checked = keyof typeof checkedSchemas;

/** The entries of the lists next to the configuration. */
export interface EntryOfKind {
  readonly IgnoreEntry: IgnoreEntry;
  readonly Approval: Approval;
}

export interface DeclarationOfKind {
  readonly Gateway: GatewayDeclaration;
  readonly Api: ApiDeclaration;
  readonly Application: ApplicationDeclaration;
  readonly Subscription: SubscriptionDeclaration;
  readonly Tier: TierDeclaration;
  readonly User: UserDeclaration;
  readonly IdentityProvider: IdentityProviderDeclaration;
}
