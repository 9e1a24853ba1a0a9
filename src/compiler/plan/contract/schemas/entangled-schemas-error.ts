/** Thrown if a document combines schemas in too many ways to compare them. */
export class EntangledSchemasError extends Error {
  override readonly name = 'EntangledSchemasError';
}
