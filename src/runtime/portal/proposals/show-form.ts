import { html, type Html } from '#runtime/pages/html.ts';
import type { ProposalProblem } from '#runtime/ports/proposals.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import type { FormField } from './proposal-form.ts';
import { pathOfFindings, pathOfForm, type ProposalFormName } from '../visit/paths.ts';
import { renderField } from './render-field.ts';

const { forms, form: formTexts, problems } = texts.proposals;
const advice: Partial<Record<ProposalProblem['problem'], string>> = texts.proposals.advice;

/** A form, with the problem of what was sent before. */
export function showForm(
  visit: StoreVisit,
  name: ProposalFormName,
  fields: readonly FormField[],
  problem?: ProposalProblem,
): StoreAnswer {
  const { addresses } = visit.portal;
  const hasDocument = fields.some(({ kind }) => kind === 'document');
  const findings = hasDocument ? html`data-findings="${pathOfFindings(addresses)}"` : undefined;
  const main = html`<nav class="trail" aria-label="${texts.layout.trail}">
      <ol>
        <li><a href="${addresses.path}/proposals">${texts.proposals.list.title}</a></li>
      </ol>
    </nav>
    <div class="page-head">
      <h1>${forms[name]}</h1>
      <p class="lead">${formTexts.lead}</p>
    </div>
    ${problem && renderProblem(problem)}
    <form class="form" method="post" action="${pathOfForm(addresses, name)}" ${findings}>
      <input type="hidden" name="csrf" value="${visit.csrf}" />
      ${fields.map(renderField)}
      <div class="actions">
        <button type="submit" name="step" value="preview">${formTexts.preview}</button>
      </div>
    </form>`;
  return {
    status: problem ? statusOf(problem) : 200,
    page: {
      title: forms[name],
      main,
      section: 'proposals',
      ...(hasDocument && { scripts: ['lint-draft.js'] }),
    },
  };
}

/** Why a change was not proposed; the reason may contain lines of the repository. */
export function renderProblem({ problem, reason }: ProposalProblem): Html {
  return html`<div class="problem" role="alert">
    <h2>${problems[problem]}</h2>
    ${reason.split('\n').map((line) => html`<p><bdi>${line}</bdi></p>`)}
    ${advice[problem] === undefined ? undefined : html`<p>${advice[problem]}</p>`}
  </div>`;
}

/** The status of a page about a problem. */
export function statusOf({ problem }: ProposalProblem): number {
  if (problem === 'remote_unreachable' || problem === 'unavailable') return 503;
  if (problem === 'patch_expired') return 404;
  if (problem === 'busy') return 429;
  if (problem === 'base_moved' || problem === 'conflict' || problem === 'too_many_open') return 409;
  return problem === 'base_broken' || problem === 'push_refused' ? 502 : 422;
}
