import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { PlannedChange, ProposalPreview } from '#runtime/ports/proposals/preview.ts';
import { texts } from '../texts/texts.ts';
import { renderComparison } from './render-comparison.ts';
import { cutText, mostRows, renderBeginning, renderCut, renderFindings } from './render-findings.ts';

const { preview: previewTexts } = texts.proposals;

/** What a change or a merge does: its plan and its findings. */
export function renderEffect({ findings, plan }: Pick<ProposalPreview, 'findings' | 'plan'>): Html {
  return html`<section class="stack tight">
      <h2>${previewTexts.plan}</h2>
      ${renderPlan(plan)}
    </section>
    ${plan?.versions.map(renderComparison)}
    <section class="stack tight">
      <h2>${previewTexts.findings}</h2>
      ${renderFindings([...findings, ...(plan?.findings ?? [])])}
    </section>`;
}

/** The changed lines, which may be many screens long. */
export function renderDiff({ diff }: Pick<ProposalPreview, 'diff'>): Html {
  return html`<section class="stack tight">
    <h2>${previewTexts.diff}</h2>
    ${renderBeginning(diff)}
  </section>`;
}

function renderPlan(plan: ProposalPreview['plan']): Html {
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
  const { action, name, message: whole, operations, compatibility, sensitive } = change;
  // Many messages begin with the name, which the line shows already.
  const message = whole.startsWith(`${name}: `) ? whole.slice(name.length + 2) : whole;
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
