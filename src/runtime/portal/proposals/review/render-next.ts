import { html, type Html } from '#runtime/pages/html.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { catalogueOf } from '../../catalogue/catalogue.ts';
import { texts } from '../../texts/texts.ts';
import { ownsApi } from '../../visit/store-user.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { pathOfProposal } from './find-proposal.ts';
import { listWaiting } from './waiting-proposals.ts';

const { next: words } = texts.review;

/** What an owner does after a proposal has ended: the one that waits longest, and the way back to all that wait. */
export async function renderNext(visit: StoreVisit, ended: Proposal): Promise<Html> {
  const { portal, user } = visit;
  const { addresses } = portal;
  const versions = catalogueOf(portal)
    .apis()
    .flatMap((api) => api.versions);
  const owned = versions.filter(({ api }) => ownsApi(user, api)).map(({ entry }) => entry);
  const waiting = await listWaiting(visit, owned);
  const next = waiting?.toDecide.findLast(({ branch }) => branch !== ended.branch);
  const hasNone = waiting !== undefined && next === undefined && portal.store.proposals?.merge === true;
  return html`${
      next === undefined
        ? undefined
        : html`<p>
            ${words.title}
            <a href="${pathOfProposal(addresses, next.branch)}"><bdi>${next.title.slice(0, 200)}</bdi></a>
          </p>`
    }
    ${hasNone ? html`<p>${words.none}</p>` : undefined}
    <p><a class="button quiet" href="${addresses.path}/publisher">${texts.publisher.title}</a></p>`;
}
