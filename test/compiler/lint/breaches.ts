import { bodyBreaches } from './breaches/body-breaches.ts';
import type { Breach } from './breaches/breach.ts';
import { errorBreaches } from './breaches/error-breaches.ts';
import { harmlessChanges } from './breaches/harmless-changes.ts';
import { methodBreaches } from './breaches/method-breaches.ts';
import { pathBreaches } from './breaches/path-breaches.ts';
import { queryBreaches } from './breaches/query-breaches.ts';
import { securityBreaches } from './breaches/security-breaches.ts';

/** Mutations of the clean document that can be read and leave it an OpenAPI document, and the violated rules. */
export const breaches: readonly Breach[] = [
  ...pathBreaches,
  ...queryBreaches,
  ...methodBreaches,
  ...bodyBreaches,
  ...errorBreaches,
  ...securityBreaches,
  ...harmlessChanges,
];
