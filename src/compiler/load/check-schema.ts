import type { Place } from '#source/place.ts';
import type { Checked } from '#compiler/declaration/checked-schemas.ts';
import type { SchemaFinding } from './explain-schema-errors.ts';
import { validators } from './validators/kinds.ts';

/** Checks a declaration against the schema of its kind; the code that explains errors is loaded only then. */
export async function checkSchema(
  kind: Checked,
  value: unknown,
  place: Place,
): Promise<readonly SchemaFinding[]> {
  if (validators[kind](value)) return [];
  const { explainSchemaErrors } = await import('./explain-schema-errors.ts');
  return explainSchemaErrors(kind, value, place);
}
