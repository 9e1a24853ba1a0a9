/** Why a command cannot run, for its user: one sentence, and perhaps one more with advice. Exit code 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
