/**
 * The reason why an assertion is refused; thrown only within this folder. The message is for the operator, never for
 * the client.
 */
export class AssertionRefused extends Error {
  override readonly name = 'AssertionRefused';
}

/** Refuses an assertion. The reason names the problem, and does not quote anything that only its subject may know. */
export function refuse(reason: string): never {
  throw new AssertionRefused(reason);
}
