import type { BlackBoxCase } from './black-box-case.ts';
import { addressCases } from './cases/address-cases.ts';
import { furtherAddressCases } from './cases/further-address-cases.ts';
import { undeclaredCases } from './cases/undeclared-cases.ts';
import { healthCases } from './cases/health-cases.ts';
import { lifecycleCases } from './cases/lifecycle-cases.ts';
import { methodCases } from './cases/method-cases.ts';
import { originCases } from './cases/origin-cases.ts';
import { pathAttackCases } from './cases/path-attack-cases.ts';
import { subscriptionCases } from './cases/subscription-cases.ts';
import { forwardingCases } from './cases/forwarding-cases.ts';
import { failureCases } from './cases/failure-cases.ts';
import { limitCases } from './cases/limit-cases.ts';
import { publicCases } from './cases/public-cases.ts';
import { rawCases } from './cases/raw-cases.ts';
import { tokenCases } from './cases/token-cases.ts';

/** Everything that a client of any data plane may rely on, by topic. */
export const caseTopics: Readonly<Record<string, readonly BlackBoxCase[]>> = {
  addresses: addressCases,
  'further addresses': furtherAddressCases,
  'attacks by the path': pathAttackCases,
  methods: methodCases,
  origins: originCases,
  tokens: tokenCases,
  'subscriptions and scopes': subscriptionCases,
  'states and versions': lifecycleCases,
  'what is forwarded': forwardingCases,
  'failing upstreams': failureCases,
  limits: limitCases,
  'undeclared calls': undeclaredCases,
  'public operations': publicCases,
  health: healthCases,
  'raw bytes': rawCases,
};
