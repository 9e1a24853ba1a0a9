/** The stages of a build. Each stage discards its own results, since an error may end a build after any stage. */
type Stage = 'load' | 'lint' | 'compile';

/** A type of results that a stage stores, one result for each key. */
export class ResultKind<Key, Result> {
  declare readonly types: readonly [Key, Result];
  readonly stage: Stage;
  /** Whether the results stay valid in the next run of the program. */
  readonly isSaved: boolean;

  constructor(stage: Stage, { isSaved = false } = {}) {
    this.stage = stage;
    this.isSaved = isSaved;
  }
}

interface Entry<Result> {
  input: unknown;
  result: Result;
  /** The number of the last run that used the result. */
  run: number;
}

/** Replaces the input of a result that is no longer valid. */
const expired = Symbol('expired');

/**
 * The results of one kind, by their keys. A result is valid for the same input: an identical value, or a list of
 * identical values.
 */
export class Results<Key, Result> {
  readonly #entries = new Map<Key, Entry<Result>>();
  #run = 0;
  /** How many results were used in this run. */
  #used = 0;
  readonly #isReusable: boolean;

  /** If `isReusable` is false, `find` never returns a result. */
  constructor(isReusable: boolean) {
    this.#isReusable = isReusable;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The result for a key; undefined if it does not exist, or if its input was different. */
  find(key: Key, input?: unknown): Result | undefined {
    const entry = this.#entries.get(key);
    if (!entry || !isSameInput(entry.input, input)) return undefined;
    this.#noteUse(entry);
    return entry.result;
  }

  set(key: Key, input: unknown, result: Result): Result {
    if (!this.#isReusable) return result;
    const known = this.#entries.get(key);
    const entry = known ?? { input, result, run: -1 };
    entry.input = input;
    entry.result = result;
    this.#noteUse(entry);
    if (!known) this.#entries.set(key, entry);
    return result;
  }

  #noteUse(entry: Entry<Result>): void {
    if (entry.run === this.#run) return;
    entry.run = this.#run;
    this.#used += 1;
  }

  /** The last result for a key, whatever its input. The call does not count as a use. */
  last(key: Key): Result | undefined {
    return this.#entries.get(key)?.result;
  }

  keys(): Iterable<Key> {
    return this.#entries.keys();
  }

  /** Makes `find` ignore the result, which `last` still returns. */
  expire(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry) entry.input = expired;
  }

  /** Replaces an existing result. */
  revise(key: Key, update: (result: Result) => Result): void {
    const entry = this.#entries.get(key);
    if (entry) entry.result = update(entry.result);
  }

  *[Symbol.iterator](): Generator<readonly [Key, Result]> {
    for (const [key, { result }] of this.#entries) yield [key, result];
  }

  /** Discards every result that was not used in this run, and starts the next one. */
  endRun(): void {
    if (this.#used < this.size) {
      // Faster than a loop over pairs if there are many entries.
      this.#entries.forEach(({ run }, key, entries) => run === this.#run || entries.delete(key));
    }
    this.#run += 1;
    this.#used = 0;
  }
}

function isSameInput(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/**
 * The results that one build stores for the next one, so that each stage processes only what has changed. A result is
 * discarded when its stage has completed without using it. Builds that share a store must run one after another.
 */
export class BuildStore {
  readonly #kinds = new Map<ResultKind<unknown, unknown>, Results<unknown, unknown>>();
  readonly #builds: 'one' | 'many';

  /** A store for one build holds only results that can be saved. */
  constructor(builds: 'one' | 'many') {
    this.#builds = builds;
  }

  /** The number of results. */
  get size(): number {
    return [...this.#kinds.values()].reduce((sum, { size }) => sum + size, 0);
  }

  of<Key, Result>(kind: ResultKind<Key, Result>): Results<Key, Result> {
    const known = this.#kinds.get(kind);
    if (known) return known as Results<Key, Result>;
    const results = new Results<Key, Result>(kind.isSaved || this.#builds === 'many');
    this.#kinds.set(kind, results);
    return results;
  }

  /** Discards the results of a stage that it has not used. Call it when the stage has completed. */
  endRun(stage: Stage): void {
    for (const [kind, results] of this.#kinds) if (kind.stage === stage) results.endRun();
  }
}
