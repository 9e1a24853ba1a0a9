/** A document combines its schemas in more ways than can be compared. */
export class EntangledSchemasError extends Error {
  override readonly name = 'EntangledSchemasError';
}
