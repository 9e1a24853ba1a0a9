import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ProposalFinding } from '#runtime/ports/proposals/preview.ts';
import { renderDataRow, renderTableOfRows, type Column } from '../pages/render-data-table.ts';
import { renderPlace } from '../pages/render-place.ts';
import { renderWithin, fitText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';

const { preview: previewTexts } = texts.proposals;

/** The maximum length of the rows' markup. A page has at most 100 kB, and a character takes up to three bytes. */
const maxMarkup = 20_000;

/** The findings of lint and the history rules as a table, errors first. */
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

function listCells({ severity, code, message, help, ...place }: ProposalFinding): readonly Html[] {
  return [
    html`<span class="badge ${badges[severity]}">${previewTexts.severities[severity]}</span>`,
    html`<bdi>${renderSentence(cutText(message))}</bdi>
      ${help === undefined ? undefined : html`<br /><span class="hint"><bdi>${renderSentence(cutText(help))}</bdi></span>`}<br />
      <code>${code}</code>`,
    renderPlace(place),
  ];
}

/** The maximum number of rows in a list, since a page has at most 100 kB. */
export const mostRows = 50;

/** Cuts a text that may be long, with an ellipsis. */
export function cutText(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/** A note that only the beginning of a list with `count` rows is shown; undefined if all rows are shown. */
export function renderCut(count: number): Html | undefined {
  return count > mostRows ? html`<p class="hint">${texts.proposals.preview.cut}</p>` : undefined;
}

/** The maximum length of a file's markup. A page has at most 100 kB, and a character takes up to three bytes. */
const maxMarkupOfFile = 25_000;

/** The beginning of a file or a diff, with a note if it is cut. */
export function renderBeginning(text: string): Html {
  const beginning = fitText(text, maxMarkupOfFile);
  return html`<pre class="code" tabindex="0"><code><bdi>${beginning}</bdi></code></pre>
    ${beginning === text ? undefined : html`<p class="hint">${texts.proposals.preview.cut}</p>`}`;
}
