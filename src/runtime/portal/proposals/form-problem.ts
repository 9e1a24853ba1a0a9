import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ProposalFinding, ProposalPreview, ProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../texts/texts.ts';
import type { FormField } from './proposal-form.ts';
import { cutText, mostRows } from './render-findings.ts';

const { problems, preview: previewTexts, form: formTexts } = texts.proposals;

const advice: Partial<Record<ProposalProblem['problem'], string>> = texts.proposals.advice;

/** What is wrong with one field of a form. */
export interface FieldProblem {
  /** The name of the field, which the form may not have. */
  readonly field: string;
  readonly text: string;
}

/** Why a form was refused. */
export interface FormProblem {
  /** The status of the page that shows the form again. */
  readonly status: number;
  readonly title: string;
  /** What is wrong with the form as a whole, a paragraph each. */
  readonly reasons: readonly string[];
  readonly fields: readonly FieldProblem[];
  readonly findings?: readonly ProposalFinding[];
  /** The code of the problem, for those who are asked for help. */
  readonly code?: string;
}

/** The problem of a form with fields that are wrong or missing. */
export function fieldsProblem(fields: readonly FieldProblem[]): FormProblem {
  return { status: 422, title: formTexts.refused, reasons: [], fields };
}

/** The problem of a form whose change was refused. The reason may have several lines, and may quote the repository. */
export function describeProblem(refused: ProposalProblem): FormProblem {
  const { problem, reason, field } = refused;
  const [status, title] = [statusOf(refused), problems[problem]];
  if (field !== undefined) return { status, title, reasons: [], fields: [{ field, text: reason }] };
  const help = advice[problem];
  return {
    status,
    title,
    reasons: [...reason.split('\n'), ...(help === undefined ? [] : [help])],
    fields: [],
  };
}

/** The problem of a form whose change has lint errors, each next to the field that it is about. */
export function describeFindings({ findings }: ProposalPreview): FormProblem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const others = errors.filter(({ field }) => field === undefined);
  const fields = [...Map.groupBy(errors, ({ field }) => field)].flatMap(([field, found]) =>
    field === undefined ? [] : [{ field, text: describeErrors(found) }],
  );
  return {
    status: 422,
    title: problems.lint_errors,
    reasons: [previewTexts.blocked.lint_errors, ...others.slice(0, mostRows).map(describeError)],
    fields,
    findings,
  };
}

/** How many errors of a field are shown next to it; the table of findings has all of them. */
const mostErrors = 3;

/** Describes errors; each text once, with the number of errors that it describes. */
function describeErrors(errors: readonly ProposalFinding[]): string {
  const alike = [...Map.groupBy(errors, describeError)];
  const shown = alike.slice(0, mostErrors);
  const described = shown.map(([text, { length }]) =>
    length === 1 ? text : formTexts.repeated(text, length),
  );
  const left = alike.slice(mostErrors).reduce((sum, [, same]) => sum + same.length, 0);
  return [...described, ...(left > 0 ? [formTexts.moreErrors(left)] : [])].join(' ');
}

function describeError({ message, help }: ProposalFinding): string {
  return cutText(help === undefined ? message : `${message} ${help}`);
}

/** Tells the user of a form whose session has ended that what was typed is restored. */
export const restoredNotice = formTexts.restored;

/** The problem of a form that belongs to an earlier session. */
export function describeProblemOfSession(): FormProblem {
  const { title, explanation } = texts.problems.form_not_of_session;
  const reasons = [explanation, restoredNotice];
  return { status: 403, title, reasons, fields: [], code: 'form_not_of_session' };
}

/** The status of a page about a problem. */
export function statusOf({ problem }: ProposalProblem): number {
  if (problem === 'remote_unreachable' || problem === 'unavailable') return 503;
  if (problem === 'patch_expired' || problem === 'proposal_unknown') return 404;
  if (problem === 'approval_refused') return 403;
  if (problem === 'definition_expired') return 410;
  if (problem === 'busy') return 429;
  if (isConflict(problem)) return 409;
  return problem === 'base_broken' || problem === 'push_refused' ? 502 : 422;
}

function isConflict(problem: ProposalProblem['problem']): boolean {
  return [
    'base_moved',
    'conflict',
    'too_many_open',
    'proposal_ended',
    'merge_conflict',
    'plan_changed',
  ].includes(problem);
}

/** Why a change was not proposed, for a page without a form. */
export function renderProblem(problem: ProposalProblem): Html {
  return renderSummary(describeProblem(problem), []);
}

/** The summary of what is wrong at the top of a page, with a link to each field. It gets the focus. */
export function renderSummary(
  { title, reasons, fields: wrong, code }: FormProblem,
  fields: readonly FormField[],
): Html {
  return html`<div class="problem" role="alert" tabindex="-1" autofocus="">
    <h2>${title}</h2>
    ${reasons.map((line) => html`<p><bdi>${renderSentence(line)}</bdi></p> `)}
    ${
      wrong.length === 0
        ? undefined
        : html`<ul>
            ${wrong.map((one) => renderFieldProblem(one, fields))}
          </ul>`
    }
    ${code === undefined ? undefined : html`<p class="small">${texts.layout.code}: <code>${code}</code></p>`}
  </div>`;
}

function renderFieldProblem({ field, text }: FieldProblem, fields: readonly FormField[]): Html {
  const found = fields.find(({ name }) => name === field);
  const shown = html`<bdi>${renderSentence(text)}</bdi>`;
  return html`<li>${found ? html`<a href="#${idOf(found)}">${shown}</a>` : shown}</li>`;
}

/** The id of the element of a field that gets the focus. */
function idOf({ kind, name, options: [first] = [] }: FormField): string {
  return kind === 'many' && first ? `${name}.${first.value}` : name;
}
