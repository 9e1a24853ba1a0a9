/** The user has pressed Ctrl+C at a prompt. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor() {
    super('Interrupted; nothing was written.');
  }
}
