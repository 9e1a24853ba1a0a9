import { isProposalProblem, isProposedBy, type Proposal } from '#runtime/ports/proposals.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { requireUser } from '../../visit/store-user.ts';
import { proposerOf } from '../proposal-form.ts';
import { withoutLongWait } from '../without-long-wait.ts';
import { aboutVersions, type NamedVersion } from './about-versions.ts';
import { openDecision } from './decides-proposal.ts';

/** Open proposals about API versions. */
export interface WaitingProposals {
  /** Those that the reader can approve or decline in the store. */
  readonly toDecide: readonly Proposal[];
  /** Those that the reader can only see: own ones, and those that also change what is not the reader's. */
  readonly others: readonly Proposal[];
}

/**
 * The open proposals about API versions: subscriptions to them, changes to them, and new versions of their APIs.
 * Undefined if they are unavailable now; empty if this gateway makes no proposals.
 */
export async function listWaiting(
  { portal, user }: Pick<StoreVisit, 'portal' | 'user'>,
  owned: readonly NamedVersion[],
): Promise<WaitingProposals | undefined> {
  if (!portal.makesProposals) return { toDecide: [], others: [] };
  const { proposals } = portal.services;
  const person = proposerOf(requireUser({ user }));
  const apiNames = [...new Set(owned.map(({ name }) => name))];
  const all = await withoutLongWait(proposals.listAll({ apiNames }, person));
  if (!all || isProposalProblem(all)) return undefined;
  const isAbout = aboutVersions(owned, portal.compiled.manifest.apis);
  const open = all.filter((proposal) => proposal.state === 'open' && isAbout(proposal));
  const decides = openDecision({ portal, user });
  const isToDecide = (one: Proposal) => !isProposedBy(person, one) && decides(one);
  return { toDecide: open.filter(isToDecide), others: open.filter((one) => !isToDecide(one)) };
}
