import { texts } from '../texts/texts.ts';
import type { FilledForm, FormField } from './proposal-form.ts';

const { field: label, hint } = texts.proposals.preview.accepted;
const name = 'acceptErrors';

/** Whether the errors of design rules in the document of a form go into the baseline. */
export function acceptsErrors({ value }: FilledForm): boolean {
  return value(name) === 'on';
}

/** The field that accepts the errors of design rules in the document of a form. */
export function acceptField({ value }: FilledForm): FormField {
  return { name, label, hint, kind: 'check', value: value(name) };
}
