import { html, type Html } from '../../pages/html.ts';
import type { ProposalFinding } from '../../ports/proposals.ts';
import { texts } from '../texts/texts.ts';
import { cutText, mostRows, renderCut } from './cut-text.ts';

const { preview: previewTexts } = texts.proposals;

/** What lint and the history rules have found, as a table; errors first. */
export function renderFindings(findings: readonly ProposalFinding[]): Html {
  if (findings.length === 0) return html`<p>${previewTexts.noFindings}</p>`;
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
          ${findings.slice(0, mostRows).map(renderFinding)}
        </tbody>
      </table>
    </div>
    ${renderCut(findings.length)}`;
}

const badges = { error: 'alert', warning: 'warning', info: 'accent' } as const;

function renderFinding({ severity, code, message, help, file, line }: ProposalFinding): Html {
  return html`<tr>
    <td><span class="badge ${badges[severity]}">${previewTexts.severities[severity]}</span></td>
    <td>
      <bdi>${cutText(message)}</bdi>
      ${help === undefined ? undefined : html`<br /><span class="hint"><bdi>${cutText(help)}</bdi></span>`}<br />
      <code>${code}</code>
    </td>
    <td>
      <code><bdi>${cutText(`${file}:${line}`)}</bdi></code>
    </td>
  </tr>`;
}
