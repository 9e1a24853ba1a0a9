import type { ChangeField } from '#compiled/proposals/proposed-change.ts';

/**
 * A change that does not fit the declarations. The message is one sentence for the person who proposes the change;
 * `help` is one sentence of advice. `field` is what is wrong; its help names nothing that the person may not see. `item`
 * is the index of what is wrong in a field with several lines.
 */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  readonly help: string | undefined;
  readonly field: ChangeField | undefined;
  readonly item: number | undefined;

  constructor(message: string, help?: string, field?: ChangeField, item?: number) {
    super(message);
    this.help = help;
    this.field = field;
    this.item = item;
  }
}

/** Several things that are wrong with one change. As a ChangeError, it is the first of them. */
export class ChangeErrors extends ChangeError {
  readonly all: readonly ChangeError[];

  constructor(all: readonly ChangeError[]) {
    const [first] = all;
    if (!first) throw new Error('nothing is wrong with this change');
    super(first.message, first.help, first.field, first.item);
    this.all = all;
  }
}

/** What is wrong with a change, each thing alone. */
export function errorsIn(error: ChangeError): readonly ChangeError[] {
  return error instanceof ChangeErrors ? error.all : [error];
}
