import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ProposalProblem } from '#runtime/ports/proposals.ts';
import type { ProposalFinding, ProposalPreview } from '#runtime/ports/proposals/preview.ts';
import { texts } from '../texts/texts.ts';
import type { FilledForm, FormField } from './proposal-form.ts';
import { lineOf } from './proposal-form.ts';
import { cutText, mostRows } from './render-findings.ts';

const { problems, preview: previewTexts, form: formTexts } = texts.proposals;

const advice: Partial<Record<ProposalProblem['problem'], string>> = texts.proposals.advice;

/** What is wrong with one field of a form. */
export interface FieldProblem {
  /** The name of the field, which the form may not have. */
  readonly field: string;
  /** One or more lines. */
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

/**
 * The problem of a form whose change was refused. The reason may have several lines, and may quote the repository.
 * `value` is what the fields of the form contain.
 */
export function describeProblem(refused: ProposalProblem, value = withoutValues): FormProblem {
  const { problem, reason, field, others = [], findings = [] } = refused;
  const [status, title] = [statusOf(refused), problems[problem]];
  if (field !== undefined) {
    const wrong = [refused, ...others].map((one) => ({ ...one, message: one.reason }));
    return { status, title, reasons: [], fields: describeFields([...wrong, ...findings], value) };
  }
  const help = advice[problem];
  return {
    status,
    title,
    reasons: [...reason.split('\n'), ...(help === undefined ? [] : [help])],
    fields: [],
  };
}

/**
 * The problem of a form whose change has lint errors, each next to the field that it is about. `value` is what the fields
 * of the form contain.
 */
export function describeFindings({ findings }: ProposalPreview, value: FilledForm['value']): FormProblem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const others = errors.filter(({ field }) => field === undefined);
  const fields = describeFields(errors, value);
  return {
    status: 422,
    title: problems.lint_errors,
    reasons: [previewTexts.blocked.lint_errors, ...others.slice(0, mostRows).map(describeError)],
    fields,
    findings,
  };
}

/** An error, and the field and the line that it is about. */
type DescribedError = Pick<ProposalFinding, 'message' | 'help' | 'item'> & { readonly field?: string };

const withoutValues: FilledForm['value'] = () => '';

/** How many errors of a field are shown next to it. */
const mostErrors = 10;

function describeFields(
  errors: readonly DescribedError[],
  value: FilledForm['value'],
): readonly FieldProblem[] {
  return [...Map.groupBy(errors, ({ field }) => field)].flatMap(([field, found]) => {
    if (field === undefined) return [];
    const located = found.map((one) => locate(one, value(field)));
    return [{ field, text: describeErrors(located).join('\n') }];
  });
}

/**
 * Describes errors of one field, a line each; each text once, with the number of errors that it describes. The first of
 * those with the same advice gives it.
 */
function describeErrors(errors: readonly DescribedError[]): readonly string[] {
  const alike = [...Map.groupBy(errors, describeError).values()];
  const shown = alike.slice(0, mostErrors);
  const advised = new Set<string | undefined>();
  const lines = shown.flatMap(([first, ...same]) => {
    if (!first) return [];
    const text = advised.has(first.help) ? cutText(first.message) : describeError(first);
    advised.add(first.help);
    return [same.length === 0 ? text : formTexts.repeated(text, same.length + 1)];
  });
  const left = alike.slice(mostErrors).reduce((sum, same) => sum + same.length, 0);
  return left > 0 ? [...lines, formTexts.moreErrors(left)] : lines;
}

/** An error whose message begins with the line of the field that it is about, if it is about one. */
function locate(error: DescribedError, text: string): DescribedError {
  const found = error.item === undefined ? undefined : lineOf(text, error.item);
  if (!found) return error;
  return { ...error, message: formTexts.inLine(found.number, quoteLine(found.line), error.message) };
}

/** How much of a line is quoted, in characters. */
const longestQuote = 80;

/** The beginning of a line, without the marks of code in sentences and without characters that cannot be shown. */
function quoteLine(line: string): string {
  const text = [...line.replaceAll('`', "'").replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')];
  return text.length > longestQuote ? `${text.slice(0, longestQuote).join('')}…` : text.join('');
}

function describeError({ message, help }: DescribedError): string {
  return cutText(help === undefined ? message : `${message} ${help}`);
}

/** One or more sentences, each line on its own. */
export function renderLines(text: string): Html {
  const [first = '', ...others] = text.split('\n');
  return html`<bdi>${renderSentence(first)}</bdi
    >${others.map((line) => html` <br /><bdi>${renderSentence(line)}</bdi>`)}`;
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
  if (problem === 'approval_refused' || problem === 'decline_refused') return 403;
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
  const shown = renderLines(text);
  return html`<li>${found ? html`<a href="#${idOf(found)}">${shown}</a>` : shown}</li>`;
}

/** The id of the element of a field that gets the focus. */
function idOf({ kind, name, options: [first] = [] }: FormField): string {
  return kind === 'many' && first ? `${name}.${first.value}` : name;
}
