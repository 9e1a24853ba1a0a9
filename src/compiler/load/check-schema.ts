import type { Place } from '../../source/place.ts';
import type { Checked } from '../declaration/kinds.ts';
import type { SchemaFinding } from './explain-schema-errors.ts';
import {
  Api,
  Application,
  Approval,
  Gateway,
  IdentityProvider,
  IgnoreEntry,
  Subscription,
  Tier,
  User,
} from './validators/kinds.ts';

const validators: Readonly<Record<Checked, (declaration: unknown) => boolean>> = {
  Gateway,
  Api,
  Application,
  Subscription,
  Tier,
  User,
  IdentityProvider,
  IgnoreEntry,
  Approval,
};

/** Checks a declaration against the schema of its kind; how to say what is wrong is loaded where something is. */
export async function checkSchema(
  kind: Checked,
  value: unknown,
  place: Place,
): Promise<readonly SchemaFinding[]> {
  if (validators[kind](value)) return [];
  const { explainSchemaErrors } = await import('./explain-schema-errors.ts');
  return explainSchemaErrors(kind, value, place);
}
