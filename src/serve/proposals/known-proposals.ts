import type { ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import { sameJson } from '#compiled/json.ts';
import { listRefs, readCommits } from '#platform/git/proposals/list-commits.ts';
import { useRepository } from '#platform/git/proposals/repository.ts';
import { cleanName } from '#platform/git/proposals/write-commit.ts';
import type { Proposal, ProposalProblem, Proposer } from '#runtime/ports/proposals.ts';
import type { EngineOptions } from './engine-options.ts';
import { listProposals, proposalsOf } from './list-proposals.ts';

/** How long a list that was read is shared, in milliseconds. */
const sharedMs = 3000;

/** Open proposals of one person; their reviewers cannot keep up with more. */
const maxOpen = 20;

/** The proposals of the repository, read once for everyone who asks at about the same time. */
export class KnownProposals {
  readonly #options: EngineOptions;
  readonly #update: () => Promise<unknown>;
  #latest: { readonly list: Promise<readonly Proposal[]>; until: number } | undefined;

  /** `update` fetches the newest state of the repository. */
  constructor(options: EngineOptions, update: () => Promise<unknown>) {
    this.#options = options;
    this.#update = update;
  }

  /** Those of a person, or all. Rejects with a ProposalGitError. */
  async list(person: Proposer | undefined): Promise<readonly Proposal[]> {
    const all = await this.#share();
    return person ? proposalsOf(person, all) : all;
  }

  /** The next one who asks gets a list that is read from then on. */
  forget(): void {
    this.#latest = undefined;
  }

  /** Why a person may not propose something else, by what was fetched last. A change of the same subject replaces. */
  async refuseMore(person: Proposer, subject: ProposalSubject): Promise<ProposalProblem | undefined> {
    if ((await this.#countBranches(person)) < maxOpen) return undefined;
    const own = proposalsOf(person, await this.#read());
    const open = own.filter(({ state }) => state === 'open');
    const isReplaced = open.some((one) => sameJson(one.subject, subject));
    if (open.length < maxOpen || isReplaced) return undefined;
    return { problem: 'too_many_open', reason: `The limit is ${maxOpen} open proposals for each person.` };
  }

  /** Those that may be open, without asking the host which of them are not. */
  async #countBranches(person: Proposer): Promise<number> {
    const { target } = this.#options;
    if (!target.settings) return 0;
    const repository = useRepository(await target.place());
    const { open } = await listRefs(repository);
    const own = cleanName(person.id);
    const commits = await readCommits(repository, [...open.values()]);
    return commits.filter(({ proposedBy }) => proposedBy === own).length;
  }

  #share(): Promise<readonly Proposal[]> {
    const { clock } = this.#options;
    if (this.#latest && clock() < this.#latest.until) return this.#latest.list;
    const latest = { list: this.#update().then(() => this.#read()), until: Infinity };
    this.#latest = latest;
    latest.list.then(
      () => (latest.until = clock() + sharedMs),
      () => (latest.until = 0),
    );
    return latest.list;
  }

  async #read(): Promise<readonly Proposal[]> {
    return listProposals(useRepository(await this.#options.target.place()), this.#options);
  }
}
