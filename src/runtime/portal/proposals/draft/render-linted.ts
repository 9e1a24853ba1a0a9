import { html, type Html } from '#runtime/pages/html.ts';
import type { LintedApi, ProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../../texts/texts.ts';
import { renderFindings } from '../render-findings.ts';

const { draft, preview } = texts.proposals;

/** The findings of a draft; its attributes are what the script announces, and fills empty fields with. */
export function renderLinted({ proposed, findings }: LintedApi): Html {
  const { name = '', context = '', version = '', production = '' } = proposed;
  return html`<section
    id="findings"
    data-status="${draft.status(findings)}"
    data-name="${name}"
    data-context="${context}"
    data-version="${version}"
    data-production="${production}"
  >
    <h2>${preview.findings}</h2>
    ${renderFindings(findings)}
  </section>`;
}

/** The reason why a document could not be checked, such as the place at which it cannot be read. */
export function renderUnlinted({ reason }: ProposalProblem): Html {
  return html`<section id="findings" data-status="${reason}">
    <h2>${draft.unlinted}</h2>
    <p class="problem"><bdi>${reason}</bdi></p>
  </section>`;
}
