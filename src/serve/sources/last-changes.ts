import { posix } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import type { FileDates, FileHistory } from '#platform/git/history/file-history.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { messageOf } from '../served/startup-error.ts';
import type { SourceReading } from './source-reading.ts';

export interface LastChangesOptions {
  readonly history: Pick<FileHistory, 'read'>;
  /** The folder of the configuration, from the repository root; `.` for the root itself. */
  readonly below: string;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

/** How long a question waits for the history, in milliseconds, since pages wait for the answer. */
const maxWaitMs = 200;

/** The pause after a failed attempt to read the history, in milliseconds. */
const pauseMs = 300_000;

type GoodReading = SourceReading & { readonly ok: true };

/** When the APIs of a branch last changed there. The history is read when the first question about a commit arrives. */
export class LastChanges {
  readonly #options: LastChangesOptions;
  #read: GoodReading | undefined;
  #served: GoodReading | undefined;
  #dates: { readonly commit: string; readonly dates: FileDates } | undefined;
  #reading: Promise<void> | undefined;
  #failedAt = -Infinity;
  /** Why the last attempt to read the history failed; undefined if it did not. */
  #failure: string | undefined;

  constructor(options: LastChangesOptions) {
    this.#options = options;
  }

  /** Uses a reading once it is accepted. */
  follow(reading: SourceReading): void {
    this.#read = reading.ok ? reading : undefined;
  }

  /** Call this when the content that was read last is served. */
  accept(): void {
    this.#served = this.#read ?? this.#served;
  }

  /**
   * When the files of an API version last changed. By the commit before, if reading the newest history takes long, but
   * not if it fails. Undefined if the date is unknown for one of the files, and for a version that is held back, whose newest files are
   * not served.
   */
  async find(api: string): Promise<Seconds | undefined> {
    const { workspace, held = [] } = this.#served ?? {};
    const declared = workspace?.apis.find(({ value }) => apiKey(value) === api);
    if (!declared) return undefined;
    const files = listFiles(declared);
    const isHeld = held.some(({ kind, name }) => (kind === 'File' ? files.includes(name) : name === api));
    if (isHeld) return undefined;
    await this.#update();
    // Nobody knows what has changed since, and that may stay so.
    if (this.#failure !== undefined && this.#dates?.commit !== this.#served?.commit) return undefined;
    // Missing and invalid dates are NaN, which is also the maximum then.
    const last = Math.max(...files.map((file) => this.#dateOf(file) ?? NaN));
    // A commit may have any date, such as one in the future, which is not true.
    return last <= this.#options.clock() / 1000 ? last : undefined;
  }

  #dateOf(file: string): Seconds | undefined {
    return this.#dates?.dates.get(posix.join(this.#options.below, file));
  }

  async #update(): Promise<void> {
    const commit = this.#served?.commit;
    if (commit === undefined || this.#dates?.commit === commit) return;
    if (!this.#reading && this.#options.clock() - this.#failedAt < pauseMs) return;
    this.#reading ??= this.#readDates(commit).finally(() => (this.#reading = undefined));
    const waited = new AbortController();
    const { signal } = waited;
    await Promise.race([this.#reading, delay(maxWaitMs, undefined, { signal }).catch(() => undefined)]);
    waited.abort();
  }

  /** Never rejects. */
  async #readDates(commit: string): Promise<void> {
    try {
      this.#dates = { commit, dates: await this.#options.history.read(commit) };
      this.#failure = undefined;
    } catch (error) {
      this.#failedAt = this.#options.clock();
      const message = `When APIs last changed is not known. ${messageOf(error)}`;
      if (message !== this.#failure) this.#options.warn(message);
      this.#failure = message;
    }
  }
}

/** The files of an API version, from the folder of the configuration. */
function listFiles({ value, place, definition }: DeclaredApi): readonly string[] {
  const { guides = [] } = value;
  const guideFiles = guides.map((guide) => posix.join(posix.dirname(place.file), guide));
  return [place.file, ...(definition?.files ?? []), ...guideFiles];
}
