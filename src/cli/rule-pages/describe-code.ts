import type { BuiltInCode } from '../../diagnostic/built-in-codes.ts';
import { heading, paragraph, type Page } from './page.ts';

/** What there is to say of a code of diagnostics that is no rule's. */
export function describeCode(code: string, { summary, help }: BuiltInCode): Page {
  return [
    heading(1, code),
    paragraph(summary),
    paragraph(help),
    paragraph('This is no design rule, so it can neither be set to another severity nor be suppressed.'),
  ];
}
