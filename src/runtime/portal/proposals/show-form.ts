import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, type ProposalFormName, type PortalAddresses } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { fieldsProblem, renderSummary, type FieldProblem, type FormProblem } from './form-problem.ts';
import type { FormField } from './proposal-form.ts';
import { renderField } from './render-field.ts';
import { showChosenElsewhere, showNothingToChoose } from './nothing-to-choose.ts';
import { renderFindings } from './render-findings.ts';

const { forms, form: formTexts, preview, notes: allNotes } = texts.proposals;

/** What is shown above a form. */
interface ShownWith {
  readonly problem?: FormProblem | undefined;
  readonly notice?: string;
  readonly warning?: Html | undefined;
}

/** Shows a form, with what was wrong with the previous submission if anything, and a notice or a warning if there is one. */
export function showForm(
  visit: StoreVisit,
  name: ProposalFormName,
  fields: readonly FormField[],
  { problem = problemOfFields(fields), notice, warning }: ShownWith = {},
): StoreAnswer {
  if (fields.some(({ mustChoose, options }) => mustChoose === true && options?.length === 0))
    return showNothingToChoose(visit, name, fields);
  for (const { chosenAt, problem: why } of fields)
    if (chosenAt !== undefined) return showChosenElsewhere(name, { problem: why, path: chosenAt });
  const hasDocument = fields.some(({ kind }) => kind === 'document');
  const main = html`<nav class="trail" aria-label="${texts.layout.breadcrumb}">
      <ol>
        <li><a href="${visit.portal.addresses.path}/proposals">${texts.proposals.list.title}</a></li>
      </ol>
    </nav>
    <div class="page-head">
      <h1>${forms[name]}</h1>
      <p class="lead">${formTexts.lead}</p>
      ${renderNotes(name)}
    </div>
    ${problem && renderSummary(problem, fields)}
    ${notice && html`<p class="notice" role="status">${notice}</p>`}
    ${warning && html`<p class="notice">${warning}</p>`}
    ${renderForm(visit, name, withProblems(fields, problem?.fields ?? []))}
    ${problem?.findings && renderProblemFindings(problem.findings)}`;
  const title = problem ? formTexts.titleOfRefused(forms[name]) : forms[name];
  return {
    status: problem?.status ?? 200,
    page: { title, main, section: 'proposals', ...(hasDocument && { scripts: ['lint-draft.js'] }) },
  };
}

/** What the change brings about, where that is not obvious. */
function renderNotes(name: ProposalFormName): Html | undefined {
  const notes: readonly string[] | undefined = Object.hasOwn(allNotes, name)
    ? allNotes[name as keyof typeof allNotes]
    : undefined;
  return (
    notes &&
    html`<ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>`
  );
}

/** The problem of fields that are wrong; undefined if none is. */
export function problemOfFields(fields: readonly FormField[]): FormProblem | undefined {
  const wrong = fields.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [{ field: name, text: problem }],
  );
  return wrong.length === 0 ? undefined : fieldsProblem(wrong);
}

/** The fields, each with what is wrong with it. */
export function withProblems(
  fields: readonly FormField[],
  problems: readonly FieldProblem[],
): readonly FormField[] {
  const found = new Map(problems.map(({ field, text }) => [field, text]));
  return fields.map((field) => {
    const problem = found.get(field.name);
    return problem === undefined ? field : { ...field, problem };
  });
}

function renderProblemFindings(findings: NonNullable<FormProblem['findings']>): Html {
  return html`<section class="stack tight">
    <h2>${preview.findings}</h2>
    ${renderFindings(findings)}
  </section>`;
}

/** A form whose other fields depend on a choice asks for the choice first, with GET, since nothing is typed yet. */
function renderForm(visit: StoreVisit, name: ProposalFormName, fields: readonly FormField[]): Html {
  const { addresses } = visit.portal;
  const isChoice = visit.form.size === 0 && fields.some(({ mustChoose }) => mustChoose === true);
  const hasDocument = fields.some(({ kind }) => kind === 'document');
  const findings = hasDocument ? html`data-findings="${pathOfFindings(addresses)}"` : undefined;
  const encoding = hasDocument ? html`enctype="multipart/form-data"` : undefined;
  return html`<form
    class="form"
    method="${isChoice ? 'get' : 'post'}"
    action="${pathOfForm(addresses, name)}"
    ${encoding}
    ${findings}
  >
    ${isChoice ? undefined : html`<input type="hidden" name="csrf" value="${visit.csrf}" />`}
    ${fields.some(({ showAgain }) => showAgain !== undefined) ? defaultButton : undefined}
    ${fields.map(renderField)}
    <div class="actions">
      ${
        isChoice
          ? html`<button type="submit">${formTexts.next}</button>`
          : html`<button type="submit" name="step" value="preview">${formTexts.preview}</button>`
      }
    </div>
  </form>`;
}

/** What the Enter key presses: without it, that would be the first button that shows the form again. */
const defaultButton = html`<button type="submit" name="step" value="preview" hidden="">
  ${formTexts.preview}
</button>`;

/** The path from which the script requests the lint findings for a document. */
function pathOfFindings({ path }: PortalAddresses): string {
  return `${path}/proposals/findings`;
}
