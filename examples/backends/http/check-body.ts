import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { RefusedRequest } from './refused-request.ts';

/** A body as its schema describes it, without the members that the schema does not know. Throws a 422. */
export function checkBody<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  const known = Value.Clean(schema, body);
  if (Value.Check(schema, known)) return known;
  const details = Value.Errors(schema, known).map(
    ({ instancePath, message }) => `${instancePath.slice(1) || 'body'}: ${message}`,
  );
  throw new RefusedRequest(422, 'validation_failed', 'The body of the request is not valid.', { details });
}
