import type { PageProblem } from '../../pages/texts.ts';
import type { ReportFault } from '../../ports/faults.ts';
import type { OAuthRefusal } from '../../rejection/oauth-refusals.ts';
import { refuseFault } from '../send-oauth-answer.ts';

/** What refusals are called on a page; any other is of a form that cannot be read. */
const problems: Readonly<Partial<Record<OAuthRefusal['refused'], PageProblem>>> = {
  body_too_large: 'form_too_large',
  server_error: 'server_error',
  unavailable: 'unavailable',
};

/** What a user is told of a failure of the framework. One that it does not know is a fault of ours, and reported. */
export function problemOfFault(error: unknown, reportFault: ReportFault): PageProblem {
  return problems[refuseFault(error, reportFault).refused] ?? 'form_unreadable';
}
