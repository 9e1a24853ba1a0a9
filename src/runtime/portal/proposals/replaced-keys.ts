import type { ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { proposerOf } from './proposer-of.ts';

const { replaces } = texts.proposals.preview;

/** The proposals that may contain keys, by what they are about. */
const replaced: Readonly<Partial<Record<ProposalSubject['aspect'], string>>> = {
  application: replaces.application,
  'production-keys': replaces.keys,
  'sandbox-keys': replaces.keys,
};

/**
 * A warning for the preview of a change that would replace an open proposal of the user whose keys were shown already.
 * Undefined if there is none, or if that is not known now.
 */
export async function warnOfReplacedKeys(
  visit: StoreVisit,
  { aspect, application }: ProposalSubject,
): Promise<string | undefined> {
  const warning = replaced[aspect];
  if (warning === undefined) return undefined;
  const listed = await visit.portal.services.proposals.list(proposerOf(requireUser(visit)));
  if (isProposalProblem(listed)) return undefined;
  const isReplaced = listed.some(
    ({ state, subject }) =>
      state === 'open' && subject?.aspect === aspect && subject.application === application,
  );
  return isReplaced ? warning : undefined;
}
