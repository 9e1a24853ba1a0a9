import { digestOf, type Digest } from '#compiled/digest.ts';
import type {
  DeliveredProposal,
  ProposalProblem,
  ProposedPatch,
  Proposer,
} from '#runtime/ports/proposals.ts';

/** A person who proposes much must not make the gateway forget the patches of others. */
const mostOfPerson = 4;

/** Of all patches together, in characters. */
const maxLength = 64 * 1024 * 1024;

/** The patches that persons have been given and may still download: pages are too small for them. */
export class StoredPatches {
  /** By the person and the digest, the oldest first. */
  readonly #patches = new Map<string, ProposedPatch & { readonly personId: string }>();

  /** Keeps what was delivered if it is a patch, and returns it. */
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
