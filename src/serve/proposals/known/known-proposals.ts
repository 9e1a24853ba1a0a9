import { nameOfKey } from '#compiled/api-key.ts';
import { sameJson } from '#compiled/json.ts';
import type { ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { FetchedState } from '#platform/git/proposals/fetch-refs.ts';
import { useRepository } from '#platform/git/proposals/repository.ts';
import { cleanName } from '#compiled/names/clean-name.ts';
import {
  isProposedBy,
  type Proposal,
  type ProposalProblem,
  type ProposalTopic,
  type Proposer,
} from '#runtime/ports/proposals.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { Review } from '../hosts/review-host.ts';
import { KnownConflicts } from './known-conflicts.ts';
import { listProposals } from './list-proposals.ts';
import { FactsReader, type RepositoryFacts } from './repository-facts.ts';

/** How long a merged or declined proposal is listed, in milliseconds: 90 days. */
const listedMs = 90 * 86_400_000;

/** How long a list is shared after it was read, in milliseconds. */
const sharedMs = 3000;

/** How many open proposals a person may have; reviewers could not keep up with more. */
const maxOpen = 20;

/** What the repository says, and the fetch that it was read after. */
interface ReadFacts {
  readonly fetched: FetchedState;
  readonly facts: RepositoryFacts;
}

/** A list, and what it was made of. */
interface MadeList {
  readonly facts: RepositoryFacts;
  readonly reviewed: ReadonlyMap<string, Review>;
  readonly list: readonly Proposal[];
}

/** The proposals of the repository. Requests at about the same time share one read. */
export class KnownProposals {
  readonly #options: EngineOptions;
  readonly #update: () => Promise<FetchedState>;
  readonly #conflicts: KnownConflicts;
  readonly #reader = new FactsReader();
  #latest: { readonly list: Promise<readonly Proposal[]>; until: number } | undefined;
  #lastFacts: Promise<ReadFacts | undefined> = Promise.resolve(undefined);
  #listed: MadeList | undefined;

  /** `update` fetches the newest state of the repository. */
  constructor(options: EngineOptions, update: () => Promise<FetchedState>) {
    this.#options = options;
    this.#update = update;
    this.#conflicts = new KnownConflicts(options);
  }

  /** The proposals of a person, with their conflicts. Rejects with a ProposalGitError. */
  async list(person: Proposer): Promise<readonly Proposal[]> {
    return this.#conflicts.mark(proposalsOf(person, await this.#share()));
  }

  /** The proposals of everybody on a topic. Rejects with a ProposalGitError. */
  async listAll(topic: ProposalTopic): Promise<readonly Proposal[]> {
    const all = await this.#share();
    if ('branch' in topic) return all.filter(({ branch }) => branch === topic.branch);
    const names = new Set(topic.apiNames);
    return all.filter(({ apis }) => apis.some((key) => names.has(nameOfKey(key))));
  }

  /** Makes the next `list` read the proposals again, with a fetch that begins after this. */
  forget(): void {
    this.#latest = undefined;
    this.#options.target.expectChange();
  }

  /**
   * Returns why a person may not make another proposal, according to a fetch. A proposal with the same subject as an
   * open one is allowed, since it replaces that one.
   */
  async refuseMore(
    person: Proposer,
    subject: ProposalSubject,
    fetched: FetchedState,
  ): Promise<ProposalProblem | undefined> {
    const { settings } = this.#options.target;
    if (!settings) return undefined;
    const facts = await this.#factsOf(fetched, settings);
    // An upper bound, which does not need a request to the host.
    if (countBranches(person, facts) < maxOpen) return undefined;
    const own = proposalsOf(person, await this.#listBy(facts, settings));
    const open = own.filter(({ state }) => state === 'open');
    const isReplaced = open.some((one) => sameJson(one.subject, subject));
    if (open.length < maxOpen || isReplaced) return undefined;
    return { problem: 'too_many_open', reason: `The limit is ${maxOpen} open proposals for each person.` };
  }

  #share(): Promise<readonly Proposal[]> {
    const { clock } = this.#options;
    if (this.#latest && clock() < this.#latest.until) return this.#latest.list;
    const latest = { list: this.#read(), until: Infinity };
    this.#latest = latest;
    latest.list.then(
      () => (latest.until = clock() + sharedMs),
      () => (latest.until = 0),
    );
    return latest.list;
  }

  async #read(): Promise<readonly Proposal[]> {
    const { settings } = this.#options.target;
    const fetched = await this.#update();
    return settings ? this.#listBy(await this.#factsOf(fetched, settings), settings) : [];
  }

  /** Reads one after the other, since all reads share the caches; nothing if a fetch has found nothing new. */
  #factsOf(fetched: FetchedState, { branchPrefix }: ProposalSettings): Promise<RepositoryFacts> {
    const facts = this.#lastFacts.then(async (last) => {
      if (last?.fetched === fetched) return last;
      const { target, clock } = this.#options;
      const repository = useRepository(await target.place());
      const now = clock();
      const sinceMs = now - listedMs;
      return {
        fetched,
        facts: await this.#reader.read(repository, fetched, { branchPrefix, sinceMs, now }),
      };
    });
    this.#lastFacts = facts.catch(() => undefined);
    return facts.then((read) => read.facts);
  }

  /** Returns the list of the last call if neither the facts nor the reviews have changed. */
  async #listBy(facts: RepositoryFacts, settings: ProposalSettings): Promise<readonly Proposal[]> {
    const { reviews, host } = this.#options;
    if (!reviews) return [];
    const reviewed = await reviews.find(facts.toReview);
    if (this.#listed?.facts !== facts || this.#listed.reviewed !== reviewed)
      this.#listed = {
        facts,
        reviewed,
        list: listProposals(facts, reviewed, { settings, host }),
      };
    return this.#listed.list;
  }
}

/** Selects a person's proposals from a list. */
function proposalsOf(person: Proposer, list: readonly Proposal[]): readonly Proposal[] {
  return list.filter((one) => isProposedBy(person, one));
}

function countBranches(person: Proposer, { open, byCommit }: RepositoryFacts): number {
  const own = cleanName(person.id);
  return [...open.values()].filter((commit) => byCommit.get(commit)?.proposedBy === own).length;
}
