import { html, type Html } from '#runtime/pages/html.ts';
import type { ProposalFinding } from '#runtime/ports/proposals.ts';
import { renderWithin } from '../pages/render-within.ts';
import { renderDataRow, renderTableOfRows, type Column } from '../pages/render-data-table.ts';
import { texts } from '../texts/texts.ts';
import { cutText, mostRows } from './cut-text.ts';

const { preview: previewTexts } = texts.proposals;

/** The rows may have so many characters of markup, of up to three bytes, since a page is at most 100 kB. */
const maxMarkup = 20_000;

/** What lint and the history rules have found, as a table; errors first. */
export function renderFindings(findings: readonly ProposalFinding[]): Html {
  if (findings.length === 0) return html`<p>${previewTexts.noFindings}</p>`;
  const { shown } = renderWithin(findings.slice(0, mostRows), maxMarkup, (one) =>
    renderDataRow(columns, listCells(one)),
  );
  const left = findings.length - shown.length;
  return html`${renderTableOfRows(previewTexts.findings, columns, shown)}
  ${left > 0 ? html`<p class="hint">${previewTexts.cut}</p>` : undefined}`;
}

const columns: readonly Column[] = [
  { title: previewTexts.columns.severity, namesRow: false },
  { title: previewTexts.columns.finding },
  { title: previewTexts.columns.where },
];

const badges = { error: 'alert', warning: 'warning', info: 'accent' } as const;

function listCells({ severity, code, message, help, file, line }: ProposalFinding): readonly Html[] {
  return [
    html`<span class="badge ${badges[severity]}">${previewTexts.severities[severity]}</span>`,
    html`<bdi>${cutText(message)}</bdi>
      ${help === undefined ? undefined : html`<br /><span class="hint"><bdi>${cutText(help)}</bdi></span>`}<br />
      <code>${code}</code>`,
    html`<code><bdi>${cutText(`${file}:${line}`)}</bdi></code>`,
  ];
}
