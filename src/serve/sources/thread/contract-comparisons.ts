import type { ContractChanges, VersionPair } from '#runtime/ports/contract-changes.ts';
import { startThread } from '../../served/thread.ts';

/** The texts of two API parts of a route table. */
export interface PartTexts {
  readonly older: string;
  readonly newer: string;
}

/** The changes between two versions; `failed` if the comparison fails, which another attempt would not change. */
export type ComparedVersions = ContractChanges | 'failed';

/** Compares two versions in the thread that reads the sources; undefined if its table no longer contains them. */
export type CompareVersions = (pair: VersionPair) => Promise<ComparedVersions | undefined>;

/** How many comparisons are remembered. */
const rememberedPairs = 500;

/** The maximum duration of a comparison, in milliseconds. */
const maxDurationMs = 60_000;

/** The heap limit of the comparing thread, in megabytes. The largest documents need several hundred. */
const maxHeapMegabytes = 1024;

/** Compares versions of APIs, each pair once and one after the other. Each comparison runs in its own thread. */
export class ContractComparisons {
  readonly #known = new Map<string, Promise<ComparedVersions>>();
  readonly #stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  /** Compares two versions. The texts are used only if the pair has not been compared before. */
  compare({ older, newer }: VersionPair, texts: PartTexts): Promise<ComparedVersions> {
    const key = `${older} ${newer}`;
    const known = this.#known.get(key);
    if (known) return known;
    const comparing = this.#last.then(() => compareInThread(texts, this.#stop.signal));
    this.#last = comparing;
    this.#known.set(key, comparing);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= rememberedPairs) break;
      this.#known.delete(oldest);
    }
    return comparing;
  }

  /** Aborts the current comparison. */
  close(): void {
    this.#stop.abort();
  }
}

/** Compares in a new thread, and ends it. Never rejects. */
async function compareInThread(texts: PartTexts, stop: AbortSignal): Promise<ComparedVersions> {
  if (stop.aborted) return 'failed';
  const { promise, resolve } = Promise.withResolvers<ComparedVersions>();
  const worker = startThread('comparison-thread', {
    workerData: texts,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  const end = () => resolve('failed');
  const timer = setTimeout(end, maxDurationMs);
  stop.addEventListener('abort', end);
  worker.once('message', (changes: ContractChanges) => resolve(changes));
  worker.once('error', end);
  worker.once('exit', end);
  const changes = await promise;
  clearTimeout(timer);
  stop.removeEventListener('abort', end);
  await worker.terminate();
  return changes;
}
