/**
 * The reason why an assertion is refused; thrown only within this folder. The message is for the operator, never for
 * the client.
 */
export class AssertionRefused extends Error {
  override readonly name = 'AssertionRefused';
}

/** Throws an AssertionRefused. The reason names the problem, and must not quote anything private to the subject. */
export function refuse(reason: string): never {
  throw new AssertionRefused(reason);
}
