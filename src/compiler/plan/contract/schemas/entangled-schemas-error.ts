const tooManyWays =
  'The schemas combine each other through allOf, anyOf and oneOf in too many ways to be compared.';

/** A document combines its schemas in more ways than can be compared, or has a pattern that would take too long. */
export class EntangledSchemasError extends Error {
  override readonly name = 'EntangledSchemasError';

  constructor(message = tooManyWays) {
    super(message);
  }
}
