import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findProposal } from '#runtime/portal/proposals/review/find-proposal.ts';
import { listWaiting } from '#runtime/portal/proposals/review/waiting-proposals.ts';
import type { StoreVisit } from '#runtime/portal/visit/store-visit.ts';
import type { Proposal, Proposals } from '#runtime/ports/proposals.ts';
import { messageOf } from '#serve/proposals/proposal-names.ts';
import { draws } from '../../../../full-run.ts';
import { proposalOf } from '../../publisher/publisher-facts.ts';
import { openPublisher, publishedRepository, userOf } from '../../publisher/publisher-in-test.ts';

const { branch } = proposalOf();

/** The person that the commit of a proposal names. */
function proposedBy(id: string): Proposal['person'] {
  const subject = { aspect: 'subscription', application: 'CatFeeder', api: 'DogPark/v10' } as const;
  const message = messageOf('x', { id }, { change: 'subscription_added', subject }, undefined);
  return { id: /^Proposed-By: (.*)$/m.exec(message)?.[1] ?? '', name: 'Ada' };
}

/** Subjects of a user; providers may give any. */
const subjects = fc.oneof(
  fc.constantFrom('user:ada', 'user:a<b>c', 'user: \u202Ea  b', 'user:\u0000', `user:${'x'.repeat(300)}`),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((id) => `user:${id}`),
);

const proposals = fc.array(
  fc.record({ isOwn: fc.boolean(), state: fc.constantFrom('open', 'merged', 'closed') }),
  { maxLength: 5 },
);

test('pages tell own proposals from others without reading a list of own ones', async () => {
  const settings = 'proposals: { remote: git@git.example.edu:apis.git, host: none, merge: true }';
  const files = {
    ...publishedRepository,
    'gateway.config.yaml': (publishedRepository['gateway.config.yaml'] ?? '').replace(
      'title: Park APIs',
      `title: Park APIs, ${settings}`,
    ),
  };
  const { portal } = await openPublisher({ files });
  await fc.assert(
    fc.asyncProperty(subjects, proposals, async (subject, drawn) => {
      const user = userOf({ subject });
      const listed = drawn.map(({ isOwn, state }, index) =>
        proposalOf({
          commit: String(index).repeat(40),
          state,
          isWithinSubject: true,
          ...(isOwn && { person: proposedBy(subject) }),
        }),
      );
      const services = {
        ...portal.services,
        proposals: {
          listAll: async () => listed,
          // It would merge each of them into the base.
          list: async () => {
            throw new Error('a page has read the list of own proposals');
          },
        } as Partial<Proposals> as Proposals,
      };
      const visit = { portal: { ...portal, services, makesProposals: true }, user };
      const own = listed.filter((_, index) => drawn[index]?.isOwn);
      const among = own.length > 0 ? own : listed;
      const newest = among.find(({ state }) => state === 'open') ?? among[0];
      expect(await findProposal(visit as Partial<StoreVisit> as StoreVisit, branch)).toEqual(
        newest && { proposal: newest, isOwn: own.length > 0 },
      );
      const waiting = await listWaiting(visit, [{ name: 'DogPark', version: 'v10' }]);
      const open = listed.filter(({ state }) => state === 'open');
      expect(waiting?.others).toEqual(open.filter((one) => own.includes(one)));
      expect(waiting?.toDecide).toEqual(open.filter((one) => !own.includes(one)));
    }),
    { numRuns: draws(200) },
  );
});
