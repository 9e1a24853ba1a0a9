import type { Approvers } from '#runtime/ports/proposals/preview.ts';
import { texts } from '../../texts/texts.ts';
import type { Portal } from '../../visit/portal.ts';

const { approval } = texts.review;

/** Who can approve an open proposal in the store, as its author reads it, and who merges it otherwise. */
export function describeApprovers({ store, nameOwner }: Portal, approvers: Approvers): string {
  const { base = '', merge = false } = store.proposals ?? {};
  const atHost = approval.atHost(base);
  if (!merge) return atHost;
  if (typeof approvers === 'string') return `${approval.approvers[approvers]} ${atHost}`;
  const { owner, hasAuthor } = approvers;
  const { ofOwner, ofTeam } = approval.approvers;
  return `${(hasAuthor ? ofTeam : ofOwner)(nameOwner(owner))} ${approval.orAtHost(base)}`;
}
