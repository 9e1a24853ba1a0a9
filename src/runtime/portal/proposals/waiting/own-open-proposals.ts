import { html, type Html } from '#runtime/pages/html.ts';
import {
  isProposalProblem,
  type Proposal,
  type ProposalProblem,
  type Proposals,
  type Proposer,
} from '#runtime/ports/proposals.ts';
import { texts } from '../../texts/texts.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { proposerOf } from '../proposal-form.ts';
import { pathOfProposal } from '../review/find-proposal.ts';
import { withoutLongWait } from '../without-long-wait.ts';

const { waiting } = texts.proposals;

/** How long a page that is about something else waits for the proposals of its reader, in milliseconds. */
const maxWaitMs = 300;

type Listed = Promise<readonly Proposal[] | ProposalProblem>;

/** How many lists pages read at once in a thread, so that they leave room for those who open My proposals. */
const mostReading = 8;

/** The lists that are being read, by person. */
const reading = new WeakMap<Proposals, Map<string, Listed>>();

/** The open proposals of the reader; none if they are unavailable, or not known soon. */
export async function listOwnOpen({
  portal: { services, store },
  user,
}: Pick<StoreVisit, 'portal' | 'user'>): Promise<readonly Proposal[]> {
  if (!user || !store.proposals) return [];
  const listed = await withoutLongWait(shareList(services.proposals, proposerOf(user)), maxWaitMs);
  if (!listed || isProposalProblem(listed)) return [];
  return listed.filter(({ state }) => state === 'open');
}

/** The list of a person. Pages that do not wait for it any more share it, since a person may read only a few at once. */
async function shareList(proposals: Proposals, person: Proposer): Promise<Awaited<Listed> | undefined> {
  const ofPersons = reading.get(proposals) ?? new Map<string, Listed>();
  reading.set(proposals, ofPersons);
  const known = ofPersons.get(person.id);
  if (known || ofPersons.size >= mostReading) return known;
  const listed = proposals.list(person);
  ofPersons.set(person.id, listed);
  void listed.finally(() => ofPersons.delete(person.id));
  return listed;
}

/** How many proposals are linked; My proposals lists all. */
const mostLinked = 5;

/** A note on open proposals of the reader, with links to them; undefined if there is none. */
export function renderOwnOpen(
  { portal: { addresses } }: Pick<StoreVisit, 'portal'>,
  open: readonly Proposal[],
): Html | undefined {
  if (open.length === 0) return undefined;
  const items = open.slice(0, mostLinked).map(
    ({ title, branch }) =>
      html`<li>
        <a href="${pathOfProposal(addresses, branch)}"><bdi>${title.slice(0, 200)}</bdi></a>
      </li>`,
  );
  const more =
    open.length > mostLinked
      ? html`<p><a href="${addresses.path}/proposals">${waiting.all(open.length)}</a></p>`
      : undefined;
  return html`<div class="notice">
    <p>${waiting.title(open.length)}</p>
    <ul>
      ${items}
    </ul>
    ${more}
  </div>`;
}
