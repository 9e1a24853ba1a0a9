import { html, type Html } from '#runtime/pages/html.ts';
import type { PlannedChange, ProposalPreview, ProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, type ProposalFormName } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import type { FormField } from './proposal-form.ts';
import { previewedKeysField } from './proposed-keys.ts';
import { cutText, mostRows, renderBeginning, renderCut, renderFindings } from './render-findings.ts';
import { renderProblem, statusOf } from './show-form.ts';

const { preview: previewTexts, forms } = texts.proposals;

interface ShownPreview {
  readonly name: ProposalFormName;
  readonly fields: readonly FormField[];
  readonly preview: ProposalPreview;
  /** The sealed keys that it was made with; undefined if it has none. */
  readonly keys?: string | undefined;
  /** Why the change was not proposed. */
  readonly problem?: ProposalProblem;
  readonly notice?: string | undefined;
  /** What becomes of an earlier proposal. */
  readonly warning?: string | undefined;
}

/** What a change would do, and the button that proposes it. */
export function showPreview(visit: StoreVisit, shown: ShownPreview): StoreAnswer {
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
    <section class="stack tight">
      <h2>${previewTexts.diff}</h2>
      ${renderBeginning(preview.diff)}
    </section>
    ${renderActions(visit, shown)}`;
  const status = problem ? statusOf(problem) : 200;
  return { status, page: { title: `${title} – ${forms[name]}`, main, section: 'proposals' } };
}

function renderPlan({ plan }: ProposalPreview): Html | undefined {
  if (!plan) return undefined;
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
    ${previewTexts.actions[action]}: <bdi>${cutText(name)}</bdi> – <bdi>${cutText(message)}</bdi>
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
    .map(({ application, effect }) => html`<li><bdi>${application}</bdi> <bdi>${cutText(effect)}</bdi></li>`);
  return html`<ul>
      ${items}
    </ul>
    ${renderCut(all.length)}`;
}

/** The form carries all that was typed, so that nothing of it is kept on the server. */
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
  return kind === 'many' ? options.map(({ value }) => `${name}.${value}`) : [name];
}
