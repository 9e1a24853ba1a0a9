/**
 * A change that does not fit the declarations. The message is one sentence for the person who proposes the change;
 * `help` is one sentence of advice.
 */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
