import { posix } from 'node:path';
import type { DeclaredDetails } from '#compiled/proposals/declared-details.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import {
  BrokenBaseError,
  ChangeError,
  ChangePlanner,
  type PlanBase,
  type PlannedEdit,
} from '#pipeline/plan-change.ts';
import { openGitSourceTree } from '#platform/git/git-source-tree.ts';
import { changedFiles, diffTrees, type FetchedState } from '#platform/git/proposals/fetch-refs.ts';
import {
  inScratch,
  ProposalGitError,
  type ProposalRepository,
  useRepository,
} from '#platform/git/proposals/repository.ts';
import { writeTree } from '#platform/git/proposals/write-commit.ts';
import type {
  DeclaredDocument,
  DeliveredProposal,
  Proposal,
  ProposalProblem,
  ProposalTopic,
  Proposer,
} from '#runtime/ports/proposals.ts';
import type { ProposalPreview } from '#runtime/ports/proposals/preview.ts';
import { deliverProposal } from './deliver-proposal.ts';
import { longestDiff, type EngineOptions, type PreparedProposal } from './engine-options.ts';
import { KnownProposals } from './known/known-proposals.ts';
import type { MergeBase } from './review/preview-merge.ts';
import { ProposalReviews } from './review/proposal-reviews.ts';
import { shortenLines } from './shorten-lines.ts';
import { toPreview, toProblem } from './to-preview.ts';

interface WantedProposal {
  readonly change: ProposedChange;
  readonly person: Proposer;
}

/** Proposes changes to one repository. Problems with users, remotes or declarations are returned, never thrown. */
export class ProposalEngine {
  readonly #options: EngineOptions;
  readonly #planner: ChangePlanner;
  readonly #known: KnownProposals;
  readonly reviews: ProposalReviews;
  /** The commit that the planner has loaded. */
  #planned: string | undefined;
  /** The commit that was fetched last. */
  #base: string | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#planner = new ChangePlanner(options.target.configFile, options.deployment);
    this.#known = new KnownProposals(options, () => this.#update());
    this.reviews = new ProposalReviews({ options, known: this.#known, base: () => this.#mergeBase() });
  }

  preview(change: ProposedChange, person: Proposer): Promise<ProposalPreview | ProposalProblem> {
    return orProblem(() =>
      this.#withPreview({ change, person }, async (_repository, { preview }) => preview),
    );
  }

  propose(
    change: ProposedChange,
    person: Proposer,
    base: string,
  ): Promise<DeliveredProposal | ProposalProblem> {
    return orProblem(() =>
      this.#withPreview<DeliveredProposal | ProposalProblem>(
        { change, person },
        async (repository, prepared, fetched) => {
          const { preview } = prepared;
          if (preview.base !== base) return { problem: 'base_moved', reason: movedReason, preview };
          if (preview.obstacle)
            return { problem: preview.obstacle, reason: reasons[preview.obstacle], preview };
          const problem = await this.#known.refuseMore(person, preview.subject, fetched);
          return problem ?? (await this.#deliver(repository, prepared, person));
        },
      ),
    );
  }

  async #deliver(repository: ProposalRepository, prepared: PreparedProposal, person: Proposer) {
    try {
      return await deliverProposal(repository, prepared, person, this.#options);
    } finally {
      this.#known.forget();
    }
  }

  list(person: Proposer): Promise<readonly Proposal[] | ProposalProblem> {
    return orProblem(() => this.#known.list(person));
  }

  listAll(topic: ProposalTopic): Promise<readonly Proposal[] | ProposalProblem> {
    return orProblem(() => this.#known.listAll(topic));
  }

  readDetails(api: string, person: Proposer): Promise<DeclaredDetails | ProposalProblem> {
    return orProblem(async () => {
      const { timeWork, clock } = this.#options;
      const { base } = await this.#update();
      return timeWork(person, () =>
        this.#withBase(base, (read) => this.#planner.readDetails(read, api, person.identity, clock())),
      );
    });
  }

  readDocument(api: string, person: Proposer): Promise<DeclaredDocument | ProposalProblem> {
    return orProblem(async () => {
      const { timeWork, clock } = this.#options;
      const { base } = await this.#update();
      const { file, text } = await timeWork(person, () =>
        this.#withBase(base, (read) => this.#planner.readDocument(read, api, person.identity, clock())),
      );
      return { fileName: posix.basename(file), text };
    });
  }

  /**
   * Returns the text of the Gateway document, which contains the lint settings. It may be outdated, so that no fetch
   * delays a person who is typing.
   */
  readLintConfig(): Promise<string | ProposalProblem> {
    return orProblem(async () => {
      const { target } = this.#options;
      const base = this.#base ?? (await this.#update()).base;
      const path = posix.join(target.below, target.configFile);
      const config = await readText(useRepository(await target.place()), base, path);
      if (config === undefined) throw new BrokenBaseError();
      return config;
    });
  }

  /** Packs the repository. No question may be answered meanwhile. Rejects if git fails. */
  async tidy(): Promise<void> {
    await this.#options.target.tidy();
    // A base that a forced push has replaced is removed, as no ref needs it.
    if (!(await this.#isKnown(this.#planned))) this.#planned = undefined;
    if (!(await this.#isKnown(this.#base))) this.#base = undefined;
  }

  async #isKnown(commit: string | undefined): Promise<boolean> {
    if (commit === undefined) return false;
    const repository = useRepository(await this.#options.target.place());
    return (await repository.run(['cat-file', '-e', `${commit}^{commit}`])).code === 0;
  }

  async #update(): Promise<FetchedState> {
    const fetched = await this.#options.target.update();
    this.#base = fetched.base;
    return fetched;
  }

  /** Plans a change, and calls `work` while the git objects of the change exist. */
  async #withPreview<Result>(
    wanted: WantedProposal,
    work: (
      repository: ProposalRepository,
      prepared: PreparedProposal,
      fetched: FetchedState,
    ) => Promise<Result>,
  ): Promise<Result | ProposalProblem> {
    const { target } = this.#options;
    const fetched = await this.#update();
    const { base } = fetched;
    const planned = await this.#plan(wanted, base);
    if ('problem' in planned) return planned;
    return inScratch(await target.place(), async (repository) => {
      const files = Object.entries(planned.files).map(([path, text]) => ({
        path: posix.join(target.below, path),
        text,
      }));
      const tree = await writeTree(repository, base, files);
      const diff = await diffTrees(repository, base, tree);
      const written = { base, diff: shortenLines(diff).slice(0, longestDiff) };
      const preview = toPreview(planned, wanted.change, target.below, written);
      return work(repository, { tree, change: wanted.change.change, preview }, fetched);
    });
  }

  async #plan({ change, person }: WantedProposal, base: string): Promise<PlannedEdit | ProposalProblem> {
    const { target, timeWork, clock } = this.#options;
    const wanted = { change, person: person.identity };
    try {
      return await timeWork(person, () =>
        this.#withBase(base, (read) => this.#planner.plan(read, wanted, clock())),
      );
    } catch (error) {
      if (!(error instanceof ChangeError)) throw error;
      return toProblem(error, change, target.below);
    }
  }

  #mergeBase(): MergeBase {
    const commit = this.#base;
    if (commit === undefined) throw new Error('a proposal was found before the first fetch');
    return { commit, planOn: (plan) => this.#withBase(commit, (read) => plan(this.#planner, read)) };
  }

  /** Opens a base for the planner, which reads only what has changed since it was used last. */
  async #withBase<Result>(base: string, work: (read: PlanBase) => Promise<Result>): Promise<Result> {
    const { target } = this.#options;
    const before = this.#planned;
    this.#planned = undefined;
    const changed = before === undefined ? 'all' : await this.#changedSince(before, base);
    await using tree = await openGitSourceTree(target.treeFolder, base, target.treeBelow);
    // The planner has the base even if the change turns out to be invalid.
    this.#planned = base;
    return await work({ tree, changed });
  }

  async #changedSince(before: string, base: string): Promise<ReadonlySet<string>> {
    const { target } = this.#options;
    const paths = await changedFiles(useRepository(await target.place()), before, base);
    const prefix = target.below === '' ? '' : `${target.below}/`;
    const inside = [...paths].filter((path) => path.startsWith(prefix));
    return new Set(inside.map((path) => path.slice(prefix.length)));
  }
}

const movedReason = 'The declarations have changed since the preview: check the change again.';

const reasons: Readonly<Record<NonNullable<ProposalPreview['obstacle']>, string>> = {
  lint_errors: 'The declarations would have errors.',
  forbidden_by_plan: 'The rules for changes forbid it.',
};

const problems: Readonly<Record<ProposalGitError['reason'], ProposalProblem['problem']>> = {
  unreachable: 'remote_unreachable',
  refused: 'push_refused',
  moved: 'conflict',
  unavailable: 'unavailable',
};

/** Runs `work`, and returns errors of users, remotes and declarations as a value. */
export async function orProblem<Result>(
  work: () => Promise<Result | ProposalProblem>,
): Promise<Result | ProposalProblem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChangeError) return toProblem(error);
    if (error instanceof BrokenBaseError) return { problem: 'base_broken', reason: error.message };
    if (error instanceof ProposalGitError) return { problem: problems[error.reason], reason: error.message };
    throw error;
  }
}

/** The text of a file in a commit, by its path from the repository root; undefined if it does not exist. */
async function readText(
  repository: ProposalRepository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const { code, stdout } = await repository.run(['cat-file', 'blob', `${commit}:${path}`]);
  return code === 0 ? stdout.toString() : undefined;
}
