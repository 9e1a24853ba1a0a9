/**
 * The innermost message of an error, for use inside a sentence: a network error explains more than "the request
 * failed".
 */
export function reasonOf(error: unknown): string {
  const messages = [...errorsIn(error)].map(({ message }) => message.replaceAll(/\s+/g, ' ').trim());
  const last = messages.findLast((message) => message !== '');
  return last?.replace(/\.$/, '') ?? 'it failed';
}

/**
 * An error and its causes, the outermost first. If all addresses of a host fail, the error has no message of its own.
 */
function* errorsIn(error: unknown): Iterable<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  if (error instanceof AggregateError) for (const one of error.errors) yield* errorsIn(one);
  yield* errorsIn(error.cause);
}
