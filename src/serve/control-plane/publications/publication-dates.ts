import { digestOf, type Digest } from '#compiled/digest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { PublishedTable } from './published-table.ts';
import { dateOfCommit } from '../../served/date-of-commit.ts';
import { maxSkewMs, type PublishedVersion, type ResourceVersion } from '../protocol/version-info.ts';

/** Assigns publication dates to tables and keys, by which all control planes agree on their order. */
export class PublicationDates {
  readonly #clock: Clock;
  readonly #before: PublishedVersion | undefined;
  #newestSeen: number;

  /** `before` is what was published before a restart. */
  constructor(clock: Clock, before: PublishedVersion | undefined) {
    this.#clock = clock;
    this.#before = before;
    this.#newestSeen = Math.max(before?.since ?? 0, before?.keys?.since ?? 0);
  }

  /** Records a date from any control plane. Dates taken from the clock are always later than it. */
  noteSeen(since: number): void {
    this.#newestSeen = Math.max(this.#newestSeen, since);
  }

  /** Returns the version of an Envoy, with date 0 if the date lies in the future beyond the clock skew. */
  believe(version: ResourceVersion | undefined, now: number): ResourceVersion | undefined {
    if (version && version.since > now + maxSkewMs) return { ...version, since: 0 };
    this.noteSeen(version?.since ?? 0);
    return version;
  }

  /** The publication date of a table, which is later than that of the newest one. */
  dateTable(newest: PublishedTable | undefined, digest: Digest, committedAt: number | undefined): number {
    if (newest?.compiled.digest === digest) return this.renew(newest, committedAt);
    const before = this.#before;
    const isRestart = before && (before.digest === digest || isSame(before.committedAt, committedAt));
    if (!newest && isRestart) return this.renew(before, committedAt);
    const committed = dateOfCommit(committedAt, this.#clock());
    return committed === undefined ? this.#afterAll() : Math.max(committed, (newest?.since ?? 0) + 1);
  }

  /** The publication date of a table that a later commit contains again. */
  renew({ since }: Pick<PublishedTable, 'since'>, committedAt: number | undefined): number {
    return Math.max(dateOfCommit(committedAt, this.#clock()) ?? since, since);
  }

  /**
   * Dates keys by when they were first found here, because key files change without a commit that control planes could
   * agree on.
   */
  dateKeys(newest: PublishedTable | undefined, keySet: string): ResourceVersion {
    const digest = digestOf(keySet);
    const known = newest ? newest.keys : this.#before?.keys;
    if (known?.digest === digest) return known;
    const replaced = known && { replaced: { digest: known.digest, since: known.since } };
    return { digest, since: this.#afterAll(), ...replaced };
  }

  #afterAll(): number {
    return Math.max(this.#clock(), this.#newestSeen + 1);
  }
}

function isSame(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && one === other;
}
