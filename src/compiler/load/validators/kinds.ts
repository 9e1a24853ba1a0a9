import type { Checked } from '../../declaration/kinds.ts';
import { ajvForKinds } from './ajv-for-kinds.ts';

const ajv = ajvForKinds();

/** Whether a declaration fits the schema of its kind. */
const validatorOf =
  (kind: Checked) =>
  (declaration: unknown): boolean =>
    ajv.validate(kind, declaration);

export const Gateway = validatorOf('Gateway');
export const Api = validatorOf('Api');
export const Application = validatorOf('Application');
export const Subscription = validatorOf('Subscription');
export const Tier = validatorOf('Tier');
export const User = validatorOf('User');
export const IdentityProvider = validatorOf('IdentityProvider');
export const IgnoreEntry = validatorOf('IgnoreEntry');
export const Approval = validatorOf('Approval');
