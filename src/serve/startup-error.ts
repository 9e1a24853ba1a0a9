import type { LoadFailure } from './gateway-event.ts';

/** Why the gateway does not start; the message is one sentence for its user. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  /** Set if the sources are broken and there is no last good table. */
  readonly failure: LoadFailure | undefined;

  constructor(message: string, failure?: LoadFailure) {
    super(message);
    this.failure = failure;
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
