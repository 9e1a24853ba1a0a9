import type { ProposedApi } from '#compiled/proposals/proposed-change.ts';
import {
  isProposalProblem,
  type ProposalProblem,
  type PlannedChange,
  type ProposalPreview,
} from '#runtime/ports/proposals.ts';
import { texts } from '../texts/texts.ts';
import { type ProposalFormName, pathOfForm } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { documentFields, documentOf, storeDocument, withoutStored } from './stored-document.ts';
import {
  proposerOf,
  type FilledForm,
  type FormField,
  type MadeChange,
  type ProposalForm,
} from './proposal-form.ts';
import { proposalForms } from './proposal-forms.ts';
import {
  openPreviewedKeys,
  sealPreviewedKeys,
  warnOfReplacedKeys,
  previewedKeysField,
} from './proposed-keys.ts';
import { renderComparison } from './render-comparison.ts';
import { showForm, renderProblem, statusOf } from './show-form.ts';
import { showResult } from './show-result.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import { cutText, mostRows, renderBeginning, renderCut, renderFindings } from './render-findings.ts';

const { preview: previewTexts, forms } = texts.proposals;

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
  readonly warning?: string | undefined;
}

/** Shows the form that the URL names, filled with the values in the URL. */
export function showProposalForm(visit: StoreVisit): StoreAnswer {
  const opened = openForm(visit);
  return opened
    ? showForm(visit, opened.name, opened.fields)
    : showStoreProblem(visit.portal, 'page_unknown');
}

/** Previews the change in a form, proposes it, or shows the form again, depending on the button. */
export async function answerProposalForm(sent: StoreVisit): Promise<StoreAnswer> {
  const visit = await storeDocument(sent);
  if (isProposalProblem(visit)) return showProposalFormAgain(sent, visit);
  const filled = await completeForm(visit);
  if (isProposalProblem(filled)) return showProposalFormAgain(visit, filled);
  const opened = openForm(filled, await openPreviewedKeys(filled));
  if (!opened) return showStoreProblem(visit.portal, 'page_unknown');
  const { step, isCompleted } = { step: visit.form.get('step'), isCompleted: filled !== visit };
  if (step === 'edit' || isCompleted) return showForm(filled, opened.name, opened.fields);
  return step === 'propose' ? propose(filled, opened) : previewChange(filled, opened);
}

interface OpenedForm {
  readonly name: ProposalFormName;
  readonly form: ProposalForm;
  readonly fields: readonly FormField[];
  readonly filled: FilledForm;
}

/** The form that the URL names; undefined if it is unknown, or the user may not use it with these values. */
function openForm(visit: StoreVisit, previewed: FilledForm['previewed'] = []): OpenedForm | undefined {
  const name = visit.parameters['form'] ?? '';
  if (!Object.hasOwn(proposalForms, name)) return undefined;
  const known = name as ProposalFormName;
  const form = proposalForms[known];
  const value = (field: string) => visit.form.get(field) ?? visit.query.get(field) ?? '';
  const filled = { visit, user: requireUser(visit), value, previewed };
  const fields = form.fields(filled);
  return fields && { name: known, form, fields, filled };
}

function showProposalFormAgain(shown: StoreVisit, problem: ProposalProblem): StoreAnswer {
  const visit = problem.problem === 'definition_expired' ? withoutStored(shown) : shown;
  const opened = openForm(visit);
  if (!opened) return showStoreProblem(visit.portal, 'page_unknown');
  return showForm(visit, opened.name, opened.fields, problem);
}

async function previewChange(
  visit: StoreVisit,
  opened: OpenedForm,
  made: MadeChange = opened.form.change(opened.filled),
  notice?: string,
): Promise<StoreAnswer> {
  const person = proposerOf(opened.filled.user);
  const answer = await visit.portal.services.proposals.preview(made.change, person);
  if (isProposalProblem(answer)) return showProposalFormAgain(visit, answer);
  const warning = await warnOfReplacedKeys(visit, answer.subject);
  return showPreview(visit, {
    ...opened,
    preview: answer,
    notice,
    warning,
    keys: await sealKeys(visit, made),
  });
}

async function propose(visit: StoreVisit, opened: OpenedForm): Promise<StoreAnswer> {
  const { name, form, filled } = opened;
  const made = form.change(filled);
  const { change, keys = [] } = made;
  // The committed change must be the previewed change, so new keys for an expired preview are shown in a new preview.
  if (!keys.every((one) => filled.previewed.includes(one)))
    return previewChange(visit, opened, made, texts.proposals.preview.newKeys);
  const base = visit.form.get('base') ?? '';
  const answer = await visit.portal.services.proposals.propose(change, proposerOf(filled.user), base);
  if (!isProposalProblem(answer)) return showResult(visit, name, answer, keys);
  const { preview: newPreview } = answer;
  if (newPreview) {
    const sealed = await sealKeys(visit, made);
    const warning = await warnOfReplacedKeys(visit, newPreview.subject);
    return showPreview(visit, { ...opened, preview: newPreview, problem: answer, warning, keys: sealed });
  }
  return showProposalFormAgain(visit, answer);
}

async function sealKeys(visit: StoreVisit, { keys = [] }: MadeChange): Promise<string | undefined> {
  return keys.length === 0 ? undefined : sealPreviewedKeys(visit, keys);
}

const proposedFields = ['name', 'context', 'version', 'production'] as const;

/**
 * Fills empty fields of an API form from the OpenAPI document, for the user to check. Returns the same visit if nothing
 * was filled.
 */
async function completeForm(visit: StoreVisit): Promise<StoreVisit | ProposalProblem> {
  const { parameters, form, portal } = visit;
  const wanted = parameters['form'] === 'api' ? proposedFields : (['version', 'production'] as const);
  const isOfApi = parameters['form'] === 'api' || parameters['form'] === 'version';
  const missing = wanted.filter((field) => !form.has(field));
  if (!isOfApi || missing.length === 0 || form.get('step') === 'edit') return visit;
  const proposed: ProposedApi | ProposalProblem = await portal.services.proposals.readDefinition(
    documentOf({ value: (field) => form.get(field) ?? '' }),
    proposerOf(requireUser(visit)),
  );
  if (isProposalProblem(proposed)) return proposed;
  const added = missing.map((field) => [field, proposed[field] ?? ''] as const);
  return { ...visit, form: new Map([...form, ...added]) };
}

/** A page with the effects of a change, and the button that proposes it. */
function showPreview(visit: StoreVisit, shown: ShownPreview): StoreAnswer {
  const { name, preview, problem, notice, warning } = shown;
  const { title, obstacle } = preview;
  const main = html`<div class="page-head">
      <h1>${title}</h1>
      <p class="lead">${previewTexts.lead}</p>
    </div>
    ${problem && renderProblem(problem)} ${notice && html`<p class="notice" role="alert">${notice}</p>`}
    ${warning && html`<p class="notice" role="alert">${warning}</p>`}
    ${obstacle && html`<p class="problem" role="alert">${previewTexts.blocked[obstacle]}</p>`}
    <section class="stack tight">
      <h2>${previewTexts.findings}</h2>
      ${renderFindings([...preview.findings, ...(preview.plan?.findings ?? [])])}
    </section>
    <section class="stack tight">
      <h2>${previewTexts.plan}</h2>
      ${renderPlan(preview)}
    </section>
    ${preview.plan?.versions.map(renderComparison)}
    <section class="stack tight">
      <h2>${previewTexts.diff}</h2>
      ${renderBeginning(preview.diff)}
    </section>
    ${renderActions(visit, shown)}`;
  const status = problem ? statusOf(problem) : 200;
  return { status, page: { title: `${title} – ${forms[name]}`, main, section: 'proposals' } };
}

function renderPlan({ plan }: ProposalPreview): Html {
  if (!plan) return html`<p>${previewTexts.notPlanned}</p>`;
  if (plan.changes.length === 0) return html`<p>${previewTexts.nothing}</p>`;
  return html`<ul>
      ${plan.changes.slice(0, mostRows).map(renderChange)}
    </ul>
    ${renderCut(plan.changes.length)}
    <h3>${previewTexts.affected}</h3>
    ${renderAffected(plan.changes)}`;
}

function renderChange(change: PlannedChange): Html {
  const { action, name, message, operations, compatibility, sensitive } = change;
  return html`<li>
    ${previewTexts.actions[action]}: <bdi>${cutText(name)}</bdi> –
    <bdi>${renderSentence(cutText(message))}</bdi>
    ${compatibility === undefined ? undefined : html` <span class="badge">${compatibility}</span>`}
    ${sensitive && html` <span class="badge">${previewTexts.sensitive[sensitive]}</span>`}
    ${operations.length === 0 ? undefined : html`<br /><code>${cutText(operations.join(', '))}</code>`}
  </li>`;
}

function renderAffected(changes: readonly PlannedChange[]): Html {
  const all = changes.flatMap(({ affected }) => affected);
  if (all.length === 0) return html`<p>${previewTexts.nobody}</p>`;
  const items = all
    .slice(0, mostRows)
    .map(
      ({ application, effect }) =>
        html`<li><bdi>${application}</bdi> <bdi>${renderSentence(cutText(effect))}</bdi></li>`,
    );
  return html`<ul>
      ${items}
    </ul>
    ${renderCut(all.length)}`;
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
