import { html } from '#runtime/pages/html.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';

const { byHand } = texts.proposals;

type Answer = PortalEndpoint['answer'];

/** Answers with the page on changes by hand where the store makes no proposals. */
export function whereProposed(answer: Answer): Answer {
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
