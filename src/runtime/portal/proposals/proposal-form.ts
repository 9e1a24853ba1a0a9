import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { ConsumerKeys } from '#runtime/token/consumer-keys.ts';
import type { StoreUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

/** A request for a form, or with one that is filled in. */
export interface FilledForm {
  readonly visit: StoreVisit;
  readonly user: StoreUser;
  /** What was typed, or else what the address says; empty without both. */
  readonly value: (field: string) => string;
  /** The keys that the preview of this form was made with; empty before a preview. */
  readonly previewed: readonly ConsumerKeys[];
}

/** A field of a form; a choice among `options`, of which `many` may be more than one. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'lines' | 'document' | 'date' | 'one' | 'many' | 'check' | 'fixed';
  readonly value?: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** Of a choice of several, the name of a field is `NAME.OPTION`. */
  readonly options?: readonly FormOption[];
}

export interface FormOption {
  readonly value: string;
  readonly text: string;
  readonly isChosen?: boolean;
}

/** A change, and the keys that were made for it, which are shown once to the person who has proposed them. */
export interface MadeChange {
  readonly change: ProposedChange;
  readonly keys?: readonly ConsumerKeys[];
}

/** A form that proposes one kind of change. */
export interface ProposalForm {
  /** Undefined if the user may not propose this; what others own is answered like what does not exist. */
  fields(filled: FilledForm): readonly FormField[] | undefined;
  /** The change; `fields` has been asked before. */
  change(filled: FilledForm): MadeChange;
}

/** The lines of a field, without empty ones. */
export function linesOf(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
}

/** The value of a field, or undefined if it is empty. */
export function filledIn({ value }: Pick<FilledForm, 'value'>, field: string): string | undefined {
  const text = value(field).trim();
  return text === '' ? undefined : text;
}
