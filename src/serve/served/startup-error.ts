import type { LoadFailure } from './gateway-event.ts';

/** Why the gateway does not start; the message is one sentence for its user. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  readonly failure: LoadFailure;

  /** `details` has the errors of the sources if they are broken and there is no last good table, and what to do. */
  constructor(message: string, details: Partial<LoadFailure> = {}) {
    super(message);
    this.failure = { diagnostics: [], ...details, message };
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
