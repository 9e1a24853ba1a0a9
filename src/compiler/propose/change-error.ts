import type { ChangeField } from '#compiled/proposals/proposed-change.ts';

/**
 * A change that does not fit the declarations. The message is one sentence for the person who proposes the change;
 * `help` is one sentence of advice. `field` is what is wrong; its help names nothing that the person may not see.
 */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  readonly help: string | undefined;
  readonly field: ChangeField | undefined;

  constructor(message: string, help?: string, field?: ChangeField) {
    super(message);
    this.help = help;
    this.field = field;
  }
}
