import { html, type Html } from '../../pages/html.ts';
import type {
  PlannedChange,
  ProposalFinding,
  ProposalPreview,
  ProposalProblem,
} from '../../ports/proposals.ts';
import type { StoreAnswer } from '../store-answer.ts';
import type { StoreVisit } from '../store-visit.ts';
import { texts } from '../texts/texts.ts';
import { previewedKeysField } from './previewed-keys.ts';
import type { FormField, ProposalFormName } from './proposal-form.ts';
import { pathOfForm } from './proposal-paths.ts';
import { renderProblem, statusOf } from './show-form.ts';

const { preview: previewTexts, forms } = texts.proposals;

/** So many rows and characters are shown, since a page is at most 100 kB. */
const mostRows = 50;
const maxDiffLength = 30_000;

interface ShownPreview {
  readonly name: ProposalFormName;
  readonly fields: readonly FormField[];
  readonly preview: ProposalPreview;
  /** The sealed keys that it was made with; undefined if it has none. */
  readonly keys?: string | undefined;
  /** Why the change was not proposed. */
  readonly problem?: ProposalProblem;
  readonly notice?: string | undefined;
}

/** What a change would do, and the button that proposes it. */
export function showPreview(visit: StoreVisit, shown: ShownPreview): StoreAnswer {
  const { name, preview, problem, notice } = shown;
  const { title, obstacle } = preview;
  const main = html`<div class="page-head">
      <h1>${title}</h1>
      <p class="lead">${previewTexts.lead}</p>
    </div>
    ${problem && renderProblem(problem)} ${notice && html`<p class="notice" role="alert">${notice}</p>`}
    ${obstacle && html`<p class="problem" role="alert">${previewTexts.blocked[obstacle]}</p>`}
    <section>
      <h2>${previewTexts.findings}</h2>
      ${renderFindings(preview)}
    </section>
    <section>
      <h2>${previewTexts.plan}</h2>
      ${renderPlan(preview)}
    </section>
    <section>
      <h2>${previewTexts.diff}</h2>
      ${renderDiff(preview)}
    </section>
    ${renderActions(visit, shown)}`;
  const status = problem ? statusOf(problem) : 200;
  return { status, page: { title: `${title} – ${forms[name]}`, main, section: 'proposals' } };
}

function renderFindings({ findings, plan }: ProposalPreview): Html {
  const all = [...findings, ...(plan?.findings ?? [])];
  if (all.length === 0) return html`<p>${previewTexts.noFindings}</p>`;
  const { severity, finding, where } = previewTexts.columns;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${previewTexts.findings}">
      <table>
        <thead>
          <tr>
            <th scope="col">${severity}</th>
            <th scope="col">${finding}</th>
            <th scope="col">${where}</th>
          </tr>
        </thead>
        <tbody>
          ${all.slice(0, mostRows).map(renderFinding)}
        </tbody>
      </table>
    </div>
    ${renderCut(all.length)}`;
}

const badges = { error: 'alert', warning: 'warning', info: 'accent' } as const;

function renderFinding({ severity, code, message, help, file, line }: ProposalFinding): Html {
  return html`<tr>
    <td><span class="badge ${badges[severity]}">${previewTexts.severities[severity]}</span></td>
    <td>
      <bdi>${cut(message)}</bdi>
      ${help === undefined ? undefined : html`<br /><span class="hint"><bdi>${cut(help)}</bdi></span>`}<br />
      <code>${code}</code>
    </td>
    <td>
      <code><bdi>${cut(`${file}:${line}`)}</bdi></code>
    </td>
  </tr>`;
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

function renderChange({ action, name, message, operations, compatibility }: PlannedChange): Html {
  return html`<li>
    ${previewTexts.actions[action]}: <bdi>${cut(name)}</bdi> – <bdi>${cut(message)}</bdi>
    ${compatibility === undefined ? undefined : html` <span class="badge">${compatibility}</span>`}
    ${operations.length === 0 ? undefined : html`<br /><code>${cut(operations.join(', '))}</code>`}
  </li>`;
}

function renderAffected(changes: readonly PlannedChange[]): Html {
  const all = changes.flatMap(({ affected }) => affected);
  if (all.length === 0) return html`<p>${previewTexts.nobody}</p>`;
  const items = all
    .slice(0, mostRows)
    .map(({ application, effect }) => html`<li><bdi>${application}</bdi> <bdi>${cut(effect)}</bdi></li>`);
  return html`<ul>
      ${items}
    </ul>
    ${renderCut(all.length)}`;
}

function renderDiff({ diff }: ProposalPreview): Html {
  const isLong = diff.length > maxDiffLength;
  return html`<pre class="code" tabindex="0"><code><bdi>${diff.slice(0, maxDiffLength)}</bdi></code></pre>
    ${isLong ? html`<p class="hint">${previewTexts.cut}</p>` : undefined}`;
}

function renderCut(count: number): Html | undefined {
  return count > mostRows ? html`<p class="hint">${previewTexts.cut}</p>` : undefined;
}

function cut(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
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
