import { isProposalProblem, type ProposalProblem } from '#runtime/ports/proposals.ts';
import type { ProposalPreview } from '#runtime/ports/proposals/preview.ts';
import { texts } from '../texts/texts.ts';
import { type ProposalFormName, pathOfForm } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import { requireUser } from '../visit/store-user.ts';
import { signedInAgainField, type StoreAnswer, type StoreVisit } from '../visit/store-visit.ts';
import {
  describeFindings,
  describeProblem,
  describeProblemOfSession,
  renderSummary,
  restoredNotice,
  statusOf,
} from './form-problem.ts';
import { completeForm, describeAdded } from './complete-form.ts';
import { findProblems } from './find-problems.ts';
import { documentFields, storeDocument, withoutStored } from './stored-document.ts';
import {
  isSent,
  isShownAgain,
  proposerOf,
  type FilledForm,
  type FormField,
  type MadeChange,
  type OpenedForm,
} from './proposal-form.ts';
import { proposalForms } from './proposal-forms.ts';
import { openPreviewedKeys, sealPreviewedKeys, previewedKeysField } from './proposed-keys.ts';
import { warnAboveForm, warnOfReplaced } from './waiting/warn-of-replaced.ts';
import { renderDiff, renderEffect } from './render-effect.ts';
import { showForm } from './show-form.ts';
import { answerProposed } from './show-result.ts';
import { html, type Html } from '#runtime/pages/html.ts';

const { preview: previewTexts, forms, form: formTexts } = texts.proposals;

interface ShownPreview {
  readonly name: ProposalFormName;
  readonly fields: readonly FormField[];
  readonly preview: ProposalPreview;
  /** The sealed keys of the preview; undefined if it has none. */
  readonly keys?: string | undefined;
  /** Why the change was not proposed. */
  readonly problem?: ProposalProblem;
  readonly notice?: string | undefined;
  /** The effect on an earlier proposal. */
  readonly warning?: Html | undefined;
}

/** Shows the form that the URL names, filled with the values in the URL, or with what is declared. */
export async function showProposalForm(visit: StoreVisit): Promise<StoreAnswer> {
  const opened = openForm(visit);
  if (!opened) return showStoreProblem(visit.portal, 'page_unknown');
  const values = isSent(opened.filled) ? undefined : await opened.form.prefill?.(opened.filled);
  if (!values) return showOpened(visit, opened);
  if ('problem' in values) return showRefused(visit, values);
  const filled = { ...visit, form: values };
  return showOpened(filled, openForm(filled) ?? opened);
}

async function showOpened(visit: StoreVisit, opened: OpenedForm): Promise<StoreAnswer> {
  const { name, fields } = opened;
  return showForm(visit, name, fields, { warning: await warnAboveForm(visit, opened) });
}

/** Shows a form of an earlier session with all that was typed, for its user to check and send again. */
export function showProposalFormAgain(visit: StoreVisit): StoreAnswer {
  const opened = openForm(visit);
  if (!opened) return showStoreProblem(visit.portal, 'page_unknown');
  const { name, fields } = opened;
  if (visit.form.has(signedInAgainField)) return showForm(visit, name, fields, { notice: restoredNotice });
  return showForm(visit, name, fields, { problem: describeProblemOfSession() });
}

/** Previews the change in a form, proposes it, or shows the form again, depending on the button. */
export async function answerProposalForm(sent: StoreVisit): Promise<StoreAnswer> {
  const visit = await storeDocument(sent);
  if (isProposalProblem(visit)) return showRefused(sent, visit);
  if (isShownAgain(visit)) return showProposalForm(visit);
  const completed = await completeForm(visit);
  const { filled, added = [], problem } = completed;
  if (problem && problem.field === undefined) return showRefused(filled, problem);
  const opened = openForm(filled, await openPreviewedKeys(filled));
  if (!opened) return showStoreProblem(visit.portal, 'page_unknown');
  const { name, fields } = opened;
  const refused = await findProblems(completed, opened);
  if (refused) return showForm(filled, name, fields, { problem: refused });
  const notice = added.length === 0 ? undefined : previewTexts.filledIn(describeAdded(added, fields));
  if (visit.form.get('step') === 'propose' && added.length === 0) return propose(filled, opened);
  return previewChange(filled, opened, opened.form.change(opened.filled), notice);
}

/** The form that the URL names; undefined if it is unknown. */
function openForm(visit: StoreVisit, previewed: FilledForm['previewed'] = []): OpenedForm | undefined {
  const name = visit.parameters['form'] ?? '';
  if (!Object.hasOwn(proposalForms, name)) return undefined;
  const known = name as ProposalFormName;
  const form = proposalForms[known];
  const value = (field: string) => visit.form.get(field) ?? visit.query.get(field) ?? '';
  const filled = { visit, user: requireUser(visit), value, previewed };
  return { name: known, form, fields: form.fields(filled), filled };
}

/** Shows a form whose change was refused; without the stored document if that has expired. */
async function showRefused(sent: StoreVisit, problem: ProposalProblem): Promise<StoreAnswer> {
  const visit = problem.problem === 'definition_expired' ? withoutStored(sent) : sent;
  const opened = openForm(visit);
  if (!opened) return showStoreProblem(visit.portal, 'page_unknown');
  if (problem.field === 'details') return showMoved(visit, opened, problem);
  return showForm(visit, opened.name, opened.fields, {
    problem: describeProblem(problem, opened.filled.value),
  });
}

/** Shows a form with what was typed, next to what is declared now, which has changed since the form was opened. */
async function showMoved(
  visit: StoreVisit,
  { name, form, fields, filled }: OpenedForm,
  { field: _hidden, ...moved }: ProposalProblem,
): Promise<StoreAnswer> {
  const problem = describeProblem(moved, filled.value);
  const declared = await form.prefill?.(filled);
  if (!declared || 'problem' in declared || !form.refill) return showForm(visit, name, fields, { problem });
  const refilled = { ...visit, form: form.refill(filled, declared) };
  const next = openForm(refilled)?.fields ?? [];
  return showForm(
    refilled,
    name,
    next.map((one) => withDeclared(one, declared)),
    { problem },
  );
}

function withDeclared(field: FormField, declared: ReadonlyMap<string, string>): FormField {
  const { kind, name, value = '' } = field;
  const now = declared.get(name) ?? '';
  const isShown = kind === 'text' || kind === 'lines';
  return !isShown || trimLines(now) === trimLines(value) ? field : { ...field, declared: now };
}

function trimLines(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

async function previewChange(
  visit: StoreVisit,
  opened: OpenedForm,
  made: MadeChange,
  notice?: string,
): Promise<StoreAnswer> {
  const person = proposerOf(opened.filled.user);
  const answer = await visit.portal.services.proposals.preview(made.change, person);
  if (isProposalProblem(answer)) return showRefused(visit, answer);
  return showPlanned(visit, opened, made, { preview: answer, notice });
}

/** Shows the preview of a change, or its form if the change has errors. */
async function showPlanned(
  visit: StoreVisit,
  { name, fields, filled }: OpenedForm,
  made: MadeChange,
  shown: Pick<ShownPreview, 'preview' | 'problem' | 'notice'>,
): Promise<StoreAnswer> {
  const { preview } = shown;
  if (preview.obstacle === 'lint_errors')
    return showForm(visit, name, fields, { problem: describeFindings(preview, filled.value) });
  const warning = await warnOfReplaced(visit, preview.subject);
  return showPreview(visit, { name, fields, ...shown, warning, keys: await sealKeys(visit, made) });
}

async function propose(visit: StoreVisit, opened: OpenedForm): Promise<StoreAnswer> {
  const { name, form, filled } = opened;
  const made = form.change(filled);
  const { change, keys = [] } = made;
  // The committed change must be the previewed change, so new keys for an expired preview are shown in a new preview.
  if (!keys.every((one) => filled.previewed.includes(one)))
    return previewChange(visit, opened, made, previewTexts.newKeys);
  const base = visit.form.get('base') ?? '';
  const answer = await visit.portal.services.proposals.propose(change, proposerOf(filled.user), base);
  if (!isProposalProblem(answer)) return answerProposed(visit, name, answer, keys);
  const { preview } = answer;
  if (preview) return showPlanned(visit, opened, made, { preview, problem: answer });
  return showRefused(visit, answer);
}

async function sealKeys(visit: StoreVisit, { keys = [] }: MadeChange): Promise<string | undefined> {
  return keys.length === 0 ? undefined : sealPreviewedKeys(visit, keys);
}

/** A page with the effects of a change, and the button that proposes it. */
function showPreview(visit: StoreVisit, shown: ShownPreview): StoreAnswer {
  const { name, preview, problem, notice, warning } = shown;
  const { title, accepted, obstacle } = preview;
  const main = html`<div class="page-head">
      <h1 ${problem || obstacle ? undefined : html`tabindex="-1" autofocus=""`}>${title}</h1>
      ${obstacle ? undefined : html`<p class="lead">${previewTexts.lead}</p>`}
    </div>
    ${problem && renderSummary(describeProblem(problem), [])}
    ${notice && html`<p class="notice" role="alert">${notice}</p>`}
    ${warning && html`<p class="notice" role="alert">${warning}</p>`}
    ${accepted > 0 ? html`<p class="notice">${previewTexts.accepted.count(accepted)}</p>` : undefined}
    ${obstacle && html`<p class="problem" role="alert" tabindex="-1" autofocus="">${previewTexts.blocked[obstacle]}</p>`}
    ${renderEffect(preview)} ${renderActions(visit, shown)} ${renderDiff(preview)}`;
  const status = problem ? statusOf(problem) : obstacle ? 422 : 200;
  const heading = `${title} – ${forms[name]}`;
  const shownTitle = status === 200 ? heading : formTexts.titleOfRefused(heading);
  return { status, page: { title: shownTitle, main, section: 'proposals' } };
}

/** The form carries the submitted values in hidden fields, so that the server stores none but long documents. */
function renderActions(visit: StoreVisit, { name, fields, preview, keys }: ShownPreview): Html {
  const { base, obstacle } = preview;
  return html`<form method="post" action="${pathOfForm(visit.portal.addresses, name)}">
    ${renderHidden('csrf', visit.csrf)} ${renderHidden('base', base)}
    ${keys === undefined ? undefined : renderHidden(previewedKeysField, keys)}
    ${fields.flatMap(namesOf).flatMap((field) => renderHidden(field, visit.form.get(field)) ?? [])}
    <div class="actions">
      ${
        obstacle
          ? undefined
          : html`<button type="submit" name="step" value="propose">${previewTexts.propose}</button>`
      }
      <button class="quiet" type="submit" name="step" value="edit">${previewTexts.edit}</button>
      ${
        name === 'document' && obstacle === 'forbidden_by_plan'
          ? html`<a
              class="button quiet"
              href="${pathOfForm(visit.portal.addresses, 'version', { api: visit.form.get('api') ?? '' })}"
              >${forms.version}</a
            >`
          : undefined
      }
    </div>
  </form>`;
}

function renderHidden(name: string, value: string | undefined): Html | undefined {
  return value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`;
}

function namesOf({ kind, name, options = [] }: FormField): readonly string[] {
  if (kind === 'document') return [name, documentFields.stored, documentFields.fileName];
  return kind === 'many' ? options.map(({ value }) => `${name}.${value}`) : [name];
}
