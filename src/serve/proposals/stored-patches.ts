import { digestOf, type Digest } from '#compiled/digest.ts';
import type {
  DeliveredProposal,
  ProposalProblem,
  ProposedPatch,
  Proposer,
} from '#runtime/ports/proposals.ts';

/** How many patches a person may have, so that one person cannot displace the patches of others. */
const mostOfPerson = 4;

/** The total size of all patches, in characters. */
const maxLength = 64 * 1024 * 1024;

/** Patches that were delivered to persons and can still be downloaded. They are too large to be part of a page. */
export class StoredPatches {
  /** By person and digest, oldest first. */
  readonly #patches = new Map<string, ProposedPatch & { readonly personId: string }>();

  /** Stores the answer if it is a patch, and returns it. */
  keep<Answer extends DeliveredProposal | ProposalProblem>(
    answer: Answer,
    { id: personId }: Pick<Proposer, 'id'>,
  ): Answer {
    if (!('delivery' in answer) || answer.delivery !== 'patch') return answer;
    const { fileName, patch } = answer;
    const key = keyOf(personId, digestOf(patch));
    this.#patches.delete(key);
    this.#patches.set(key, { fileName, patch, personId });
    this.#forgetOldest(personId);
    return answer;
  }

  read(patch: Digest, { id }: Pick<Proposer, 'id'>): ProposedPatch | ProposalProblem {
    const stored = this.#patches.get(keyOf(id, patch));
    return stored ? { fileName: stored.fileName, patch: stored.patch } : expired;
  }

  #forgetOldest(personId: string): void {
    const all = [...this.#patches];
    const own = all.filter(([, stored]) => stored.personId === personId);
    for (const [key] of own.slice(0, -mostOfPerson)) this.#patches.delete(key);
    let length = [...this.#patches.values()].reduce((sum, { patch }) => sum + patch.length, 0);
    for (const [key, { patch }] of this.#patches) {
      if (length <= maxLength) break;
      this.#patches.delete(key);
      length -= patch.length;
    }
  }
}

function keyOf(personId: string, patch: Digest): string {
  return `${patch} ${personId}`;
}

const expired: ProposalProblem = {
  problem: 'patch_expired',
  reason:
    'The gateway keeps a patch for up to ten minutes. Nothing has been changed: propose the change again.',
};
