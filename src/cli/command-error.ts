/** Explains to the user why a command cannot run, in one sentence; `help` adds advice. Exit code 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
