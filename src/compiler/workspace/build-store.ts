/** The stages that keep results. Each stage forgets its own, since an error may end a build after any of them. */
type Stage = 'load' | 'lint' | 'compile';

/** A kind of results that a stage keeps: one for each key. */
export class ResultKind<Key, Result> {
  declare readonly types: readonly [Key, Result];
  readonly stage: Stage;
  /** Whether the results are also valid in the next run of the program. */
  readonly isSaved: boolean;

  constructor(stage: Stage, { isSaved = false } = {}) {
    this.stage = stage;
    this.isSaved = isSaved;
  }
}

interface Entry<Result> {
  input: unknown;
  result: Result;
  /** The number of the last run that used it. */
  run: number;
}

/** The input of a result that is no longer valid. */
const expired = Symbol('expired');

/**
 * The results of one kind, by their keys. A result is valid as long as it is used with the same input: one value, or
 * a list of values that are identical one by one.
 */
export class Results<Key, Result> {
  readonly #entries = new Map<Key, Entry<Result>>();
  #run = 0;
  /** How many were used in this run. */
  #used = 0;
  readonly #isReusable: boolean;

  /** If `isReusable` is false, `find` never returns a result. */
  constructor(isReusable: boolean) {
    this.#isReusable = isReusable;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Undefined if there is no result, or if it was made from another input. */
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

  /** The last result, whatever its input. This does not count as a use. */
  last(key: Key): Result | undefined {
    return this.#entries.get(key)?.result;
  }

  keys(): Iterable<Key> {
    return this.#entries.keys();
  }

  /** Makes `find` miss the result, which `last` still returns. */
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

  /** Forgets every result that was not used since the last run ended. */
  endRun(): void {
    if (this.#used < this.size) {
      // Quicker than a loop over pairs if there are many.
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
 * The results that one build keeps for the next, so that each stage works only on what has changed. The one rule: a
 * result is forgotten when its stage has completed without using it. Builds that share a store wait for each other.
 */
export class BuildStore {
  readonly #kinds = new Map<ResultKind<unknown, unknown>, Results<unknown, unknown>>();
  readonly #builds: 'one' | 'many';

  /** For a single build, only what can be saved is kept. */
  constructor(builds: 'one' | 'many') {
    this.#builds = builds;
  }

  /** How many results there are. */
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

  /** Records that a stage has completed, and so has used all that it will use next time. */
  endRun(stage: Stage): void {
    for (const [kind, results] of this.#kinds) if (kind.stage === stage) results.endRun();
  }
}
