import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ProposalLink, ReviewProblem } from '#runtime/ports/proposals.ts';
import { HostError } from './request-host.ts';
import { giteaHost } from './gitea.ts';
import { githubHost } from './github.ts';
import { gitlabHost } from './gitlab.ts';
import type { NewReview, Review, ReviewHost } from './review-host.ts';
import { compareLink, reportedReview } from './review-link.ts';

/** In milliseconds. A person waits for `openMs` and `readMs`, so both are short; lists are cached for a minute. */
const limits = { openMs: 15_000, readMs: 3000, cachedMs: 60_000 };

/** The page where a pushed proposal is reviewed, and why the review could not be opened. */
export interface OpenedReview {
  readonly link?: ProposalLink;
  readonly reviewProblem?: ReviewProblem;
}

/** The reviews of proposals on a host, whose answers are cached. Failures of the host are returned. */
export class KnownReviews {
  readonly #settings: ProposalSettings;
  readonly #readToken: () => Promise<string | undefined>;
  readonly #clock: Clock;
  #known: ReadonlyMap<string, Review> = new Map();
  #reading: Promise<void> | undefined;
  #readAgainAt = 0;

  constructor(settings: ProposalSettings, readToken: () => Promise<string | undefined>, clock: Clock) {
    this.#settings = settings;
    this.#readToken = readToken;
    this.#clock = clock;
  }

  /**
   * Opens the review of a pushed branch, or finds the existing one. `said` is the host's output during the push.
   * Without a review, returns a link for opening one manually.
   */
  async open(review: NewReview, said: string): Promise<OpenedReview> {
    const { branch } = review;
    const reported = reportedReview(this.#settings, said);
    if (reported !== undefined) return this.#remember({ branch, url: reported, state: 'open' });
    try {
      const opened = await (await this.#host())?.open?.(review, AbortSignal.timeout(limits.openMs));
      if (opened) return this.#remember(opened);
    } catch (error) {
      return { ...this.#byHand(branch), reviewProblem: problemOf(error) };
    }
    return this.#byHand(branch);
  }

  /**
   * Returns the known reviews, which include one of each branch as far as the host lists them: the newest open one, or else
   * the newest ended one.
   */
  async find(branches: ReadonlySet<string>): Promise<ReadonlyMap<string, Review>> {
    if (branches.size > 0 && this.#clock() >= this.#readAgainAt)
      this.#reading ??= this.#read(branches).finally(() => (this.#reading = undefined));
    await this.#reading;
    return this.#known;
  }

  /** Makes the next `find` read the reviews from the host, in a request that begins after this. */
  async forget(): Promise<void> {
    await this.#reading;
    this.#readAgainAt = 0;
  }

  #remember(review: Review): OpenedReview {
    this.#known = new Map(this.#known).set(review.branch, review);
    return { link: { kind: 'review', url: review.url } };
  }

  #byHand(branch: string): OpenedReview {
    const link = compareLink(this.#settings, branch);
    return link ? { link } : {};
  }

  /**
   * Reads the lists of reviews. If the host fails, known reviews that it did not list are retained. Reviews opened
   * during the request take precedence.
   */
  async #read(branches: ReadonlySet<string>): Promise<void> {
    const before = this.#known;
    const host = await this.#host();
    if (host) {
      const { found, isWhole } = await readReviews(host, branches, AbortSignal.timeout(limits.readMs));
      const opened = [...this.#known].filter(([branch, review]) => before.get(branch) !== review);
      this.#known = new Map([...(isWhole ? [] : before), ...found, ...opened]);
    }
    this.#readAgainAt = this.#clock() + limits.cachedMs;
  }

  /**
   * The API of the host; undefined without a readable token. That is not an error: the branch has been pushed all the
   * same.
   */
  async #host(): Promise<ReviewHost | undefined> {
    const secret = await this.#readToken().catch(() => undefined);
    if (secret === undefined) return undefined;
    switch (this.#settings.host) {
      case 'github':
        return githubHost(this.#settings, secret);
      case 'gitlab':
        return gitlabHost(this.#settings, secret);
      case 'gitea':
        return giteaHost(this.#settings, secret);
      case 'none':
        return undefined;
    }
  }
}

interface FoundReviews {
  readonly found: ReadonlyMap<string, Review>;
  /** False if the host failed or timed out before each branch had a review or the lists ended. */
  readonly isWhole: boolean;
}

/**
 * Reads the lists until each branch has a review. Open reviews take precedence over ended ones, and newer ones over
 * older ones.
 */
async function readReviews(
  host: ReviewHost,
  branches: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FoundReviews> {
  const found = new Map<string, Review>();
  try {
    for (const state of ['open', 'ended'] as const)
      for await (const reviews of host.list(state, signal)) {
        for (const review of reviews)
          if (branches.has(review.branch) && !found.has(review.branch)) found.set(review.branch, review);
        if (found.size === branches.size) return { found, isWhole: true };
      }
    return { found, isWhole: true };
  } catch (error) {
    if (error instanceof HostError) return { found, isWhole: false };
    throw error;
  }
}

function problemOf(error: unknown): ReviewProblem {
  if (error instanceof HostError) return error.problem;
  throw error;
}
