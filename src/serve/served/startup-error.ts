import type { LoadFailure } from './gateway-event.ts';

/** Why the gateway does not start. The message is one sentence for the user. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  readonly failure: LoadFailure;

  /**
   * `details` contains the errors of the sources, if they cannot be used and there is no last good table, and what to
   * do.
   */
  constructor(message: string, details: Partial<LoadFailure> = {}) {
    super(message);
    this.failure = { diagnostics: [], ...details, message };
  }
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
