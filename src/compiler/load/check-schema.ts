import type { Place } from '#source/place.ts';
import type { Checked } from '#compiler/declaration/checked-schemas.ts';
import type { SchemaFinding } from './explain-schema-errors.ts';
import { validators } from './validators/kinds.ts';

/**
 * Checks a declaration against the schema of its kind. The code that explains errors is loaded only if there are any.
 */
export async function checkSchema(
  kind: Checked,
  value: unknown,
  place: Place,
): Promise<readonly SchemaFinding[]> {
  if (validators[kind](value)) return [];
  const { explainSchemaErrors } = await import('./explain-schema-errors.ts');
  return explainSchemaErrors(kind, value, place);
}
