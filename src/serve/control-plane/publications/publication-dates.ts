import { digestOf, type Digest } from '#compiled/digest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { PublishedTable } from './published-table.ts';
import { maxSkewMs, type PublishedVersion, type ResourceVersion } from '../protocol/version-info.ts';

/** Decides since when tables and keys count as published, by which all control planes agree on their order. */
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

  /** Notes a date of any control plane; what is dated by the clock comes after it. */
  noteSeen(since: number): void {
    this.#newestSeen = Math.max(this.#newestSeen, since);
  }

  /** A version that an Envoy has; a date that no clock can show yet is not believed. */
  believe(version: ResourceVersion | undefined, now: number): ResourceVersion | undefined {
    if (version && version.since > now + maxSkewMs) return { ...version, since: 0 };
    this.noteSeen(version?.since ?? 0);
    return version;
  }

  /** When a table counts as published, later than the newest one. */
  dateTable(newest: PublishedTable | undefined, digest: Digest, committedAt: number | undefined): number {
    if (newest?.compiled.digest === digest) return this.renew(newest, committedAt);
    const before = this.#before;
    const isRestart = before && (before.digest === digest || isSame(before.committedAt, committedAt));
    if (!newest && isRestart) return this.renew(before, committedAt);
    if (committedAt === undefined) return this.#afterAll();
    return Math.max(Math.min(committedAt, this.#clock()), (newest?.since ?? 0) + 1);
  }

  /** When a table counts as published that a later commit has again. */
  renew({ since }: Pick<PublishedTable, 'since'>, committedAt: number | undefined): number {
    if (committedAt === undefined) return since;
    return Math.max(Math.min(committedAt, this.#clock()), since);
  }

  /** Keys count as known since they were found here: files change without a commit that control planes agree on. */
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
