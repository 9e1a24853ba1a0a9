import { setImmediate as otherWork, setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageQuery, UsageReader, UsageSeries } from '#runtime/ports/usage.ts';
import type { UsageBatch, UsageIncrement, UsageStore } from '#runtime/ports/usage-store.ts';
import { addOutcome, countsOf, outcomesOf } from './usage-outcomes.ts';

/** The number of increments in one batch, small enough that a store in this thread does not delay calls. */
const batchSize = 20;

/** The maximum number of increments that wait while the store cannot be used; beyond it, the oldest are lost. */
const maxWaiting = 50_000;

/** How long to wait before a batch is added again, and how long a closing gateway waits for the store; in milliseconds. */
const retryMs = 5000;
const closeMs = 3000;

export interface UsageRecorderOptions {
  /** Opens the store. Called on first use, and again until it succeeds. */
  readonly open: () => Promise<UsageStore>;
  /** A name that is unique to this start of the gateway. */
  readonly writer: string;
  /** Called with one sentence when usage cannot be stored, and when it can be stored again. */
  readonly warn: (message: string) => void;
}

interface Waiting extends Pick<UsageIncrement, 'application' | 'api' | 'keySet' | 'start'> {
  readonly outcomes: Map<string, number>;
}

/** Adds the usage of all threads of a gateway to the store, in batches. No caller waits for the store. */
export class UsageRecorder implements UsageReader {
  readonly #options: UsageRecorderOptions;
  readonly #waiting = new Map<string, Waiting>();
  #store: Promise<UsageStore> | undefined;
  /** The current batch, which is added again until it is stored. */
  #batch: UsageBatch | undefined;
  #number = 0;
  #writing: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isOut = false;
  #lost = 0;

  constructor(options: UsageRecorderOptions) {
    this.#options = options;
  }

  /** Never throws. */
  add(increments: readonly UsageIncrement[]): void {
    for (const increment of increments) this.#merge(increment);
    this.#dropOldest();
    this.#write();
  }

  async read(query: UsageQuery): Promise<readonly UsageSeries[]> {
    return (await this.#openStore()).read(query);
  }

  /** Adds the waiting increments, for a limited time, and closes the store. */
  async close(): Promise<void> {
    this.#write();
    await Promise.race([this.#writing, delay(closeMs, undefined, { ref: false })]);
    clearTimeout(this.#retry);
    this.#lost += this.#countWaiting();
    this.#warnOfLost();
    await (await this.#store?.catch(() => undefined))?.close();
  }

  #merge(increment: UsageIncrement): void {
    const { application, api, keySet, start } = increment;
    const key = JSON.stringify([start, application, api, keySet]);
    const waiting = this.#waiting.get(key) ?? { application, api, keySet, start, outcomes: new Map() };
    for (const [outcome, number] of outcomesOf(increment)) addOutcome(waiting.outcomes, outcome, number);
    this.#waiting.set(key, waiting);
  }

  #dropOldest(): void {
    for (const [key, { outcomes }] of this.#waiting) {
      if (this.#waiting.size <= maxWaiting) return;
      this.#lost += outcomes.get('requests') ?? 0;
      this.#waiting.delete(key);
    }
  }

  #write(): void {
    if (this.#writing) return;
    clearTimeout(this.#retry);
    this.#writing = this.#addAll().finally(() => (this.#writing = undefined));
  }

  /** Never rejects. */
  async #addAll(): Promise<void> {
    try {
      for (let batch = this.#nextBatch(); batch; batch = this.#nextBatch()) {
        await (await this.#openStore()).add(batch);
        this.#batch = undefined;
        this.#noteSuccess();
        await otherWork();
      }
    } catch (error) {
      this.#noteFailure(error);
      this.#retry = setTimeout(() => this.#write(), retryMs).unref();
    }
  }

  #nextBatch(): UsageBatch | undefined {
    if (this.#batch) return this.#batch;
    const increments: UsageIncrement[] = [];
    // Reads no more than it takes: of many APIs, tens of thousands wait.
    for (const [key, { outcomes, ...rest }] of this.#waiting) {
      if (increments.length === batchSize) break;
      increments.push({ ...rest, ...countsOf(outcomes) });
      this.#waiting.delete(key);
    }
    if (increments.length === 0) return undefined;
    this.#number += 1;
    return (this.#batch = { writer: this.#options.writer, number: this.#number, increments });
  }

  async #openStore(): Promise<UsageStore> {
    const opening = (this.#store ??= this.#options.open());
    try {
      return await opening;
    } catch (error) {
      if (this.#store === opening) this.#store = undefined;
      throw error;
    }
  }

  #countWaiting(): number {
    const waiting = [...this.#waiting.values()].map(({ outcomes }) => outcomes.get('requests') ?? 0);
    const inBatch = this.#batch?.increments.map(({ requests }) => requests) ?? [];
    return [...waiting, ...inBatch].reduce((sum, requests) => sum + requests, 0);
  }

  #noteSuccess(): void {
    if (this.#isOut) this.#options.warn('The usage of APIs is kept again.');
    this.#isOut = false;
    this.#warnOfLost();
  }

  #noteFailure(error: unknown): void {
    const reason = error instanceof StoreError ? error.message : String(error);
    if (!this.#isOut) this.#options.warn(`The usage of APIs cannot be kept now: ${reason}`);
    this.#isOut = true;
  }

  #warnOfLost(): void {
    if (this.#lost > 0) this.#options.warn(`The usage of ${this.#lost} calls was lost.`);
    this.#lost = 0;
  }
}
