import { html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { answerProposalForm, showProposalForm } from './answer-form.ts';
import { answerFindings } from './lint-draft.ts';
import { showProposals } from './show-proposals.ts';
import { downloadPatch } from './show-result.ts';

const { byHand } = texts.proposals;

/** An OpenAPI document is encoded in a form, which may triple its size. */
const maxFormBytes = 8 * 1024 * 1024;

const form = '/proposals/new/:form';

export const proposalEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'GET',
    path: '/proposals',
    use: 'page',
    audience: 'signed-in',
    answer: whereProposed(showProposals),
  },
  { method: 'GET', path: form, use: 'page', audience: 'signed-in', answer: whereProposed(showProposalForm) },
  {
    method: 'POST',
    path: form,
    use: 'form',
    audience: 'signed-in',
    maxFormBytes,
    answer: whereProposed(answerProposalForm),
  },
  {
    method: 'POST',
    path: '/proposals/patch',
    use: 'form',
    audience: 'signed-in',
    answer: whereProposed(downloadPatch),
  },
  {
    method: 'POST',
    path: '/proposals/findings',
    use: 'script',
    audience: 'signed-in',
    maxFormBytes,
    answer: whereProposed(answerFindings),
  },
];

type Answer = PortalEndpoint['answer'];

/** Answers with the page on changes by hand where the store makes no proposals. */
function whereProposed(answer: Answer): Answer {
  return (visit) => (visit.portal.makesProposals ? answer(visit) : showByHand(visit));
}

/** How to change a declaration without the forms of the store. */
function showByHand({ portal }: StoreVisit): StoreAnswer {
  const main = html`<div class="page-head">
      <h1>${byHand.title}</h1>
      <p class="lead">${byHand.lead}</p>
    </div>
    <ol>
      ${byHand.steps.map((step) => html`<li>${step}</li>`)}
    </ol>
    <p><a class="button quiet" href="${portal.addresses.path}">${texts.catalogue.showAll}</a></p>`;
  return { status: 404, page: { title: byHand.title, main, section: 'proposals' } };
}
