import type { ContractChanges, VersionPair } from '#runtime/ports/contract-changes.ts';
import { startThread } from '../../served/thread.ts';

/** The texts of two parts of a route table. */
export interface PartTexts {
  readonly older: string;
  readonly newer: string;
}

/** The changes between two versions; `failed` if they cannot be found, however often one tries. */
export type ComparedVersions = ContractChanges | 'failed';

/**
 * Compares two versions in the thread that has read the sources; undefined if its table does not contain them any more.
 */
export type CompareVersions = (pair: VersionPair) => Promise<ComparedVersions | undefined>;

/** How many results are remembered. */
const rememberedPairs = 500;

/** A comparison that takes longer is ended, in milliseconds. */
const maxDurationMs = 60_000;

/** Memory of the thread that compares; the largest documents need some hundred megabytes. */
const maxHeapMegabytes = 1024;

/** Compares versions of APIs, each pair once and one after the other, in a thread that ends when it is done. */
export class ContractComparisons {
  readonly #known = new Map<string, Promise<ComparedVersions>>();
  readonly #stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  /** The texts are read only if the pair has not been compared yet. */
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

  /** Ends the comparison under way. */
  close(): void {
    this.#stop.abort();
  }
}

/** Never rejects. */
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
