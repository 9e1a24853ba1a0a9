/**
 * A change that does not fit the declarations: one sentence for the person who proposes it, and perhaps one with
 * advice.
 */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
