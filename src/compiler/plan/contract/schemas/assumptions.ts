/** A result, and the depth of the outermost assumption that it depends on. */
export interface Found<T> {
  readonly value: T;
  dependsOn: number;
}

interface Tentative {
  readonly found: Found<unknown>;
  readonly forget: () => void;
}

/**
 * Answers recursive questions: while a question is being answered, its answer is assumed to be yes. Results that used
 * an assumption are discarded if its answer turns out to be no.
 */
export class Assumptions {
  /** The depths of the questions that are being answered. */
  readonly #depths = new Map<string, number>();
  /** The results that depend on assumptions, in the order in which they were found. */
  readonly #tentative: Tentative[] = [];
  /** The depth of the outermost assumption that was used. */
  #outermost = Infinity;

  get depth(): number {
    return this.#depths.size;
  }

  isAssumed(question: string): boolean {
    const depth = this.#depths.get(question);
    if (depth === undefined) return false;
    this.#outermost = Math.min(this.#outermost, depth);
    return true;
  }

  /** Discards the questions that are being answered, and all results that depend on them. */
  abandon(): void {
    this.#depths.clear();
    for (const { forget } of this.#tentative.splice(0)) forget();
    this.#outermost = Infinity;
  }

  /** Answers a question, assuming yes wherever answering it leads back to the question. */
  assume(question: string, answer: () => boolean): boolean {
    const [depth, start, around] = [this.depth, this.#tentative.length, this.#outermost];
    this.#depths.set(question, depth);
    const { value, dependsOn } = this.#observe(answer, depth);
    this.#depths.delete(question);
    if (value) this.#confirm(start, dependsOn);
    else {
      for (const { forget } of this.#tentative.splice(start)) forget();
      // "No" holds whatever was assumed, so it depends on no assumption.
      this.#outermost = around;
    }
    return value;
  }

  /** Computes a result once and caches it; computes it again if it was discarded. */
  remember<T>(known: Map<string, Found<T>>, key: string, find: () => T): T {
    const before = known.get(key);
    if (before) {
      this.#outermost = Math.min(this.#outermost, before.dependsOn);
      return before.value;
    }
    const found = this.#observe(find, this.depth);
    known.set(key, found);
    if (found.dependsOn !== Infinity) this.#tentative.push({ found, forget: () => known.delete(key) });
    return found.value;
  }

  /** Updates the results that used a confirmed assumption: they now depend on what that assumption depended on. */
  #confirm(start: number, dependsOn: number): void {
    const isCertain = dependsOn === Infinity;
    const confirmed = isCertain ? this.#tentative.splice(start) : this.#tentative.slice(start);
    for (const { found } of confirmed) found.dependsOn = dependsOn;
  }

  /** Calls a function, and determines the outermost assumption above the given depth that its result depends on. */
  #observe<T>(find: () => T, depth: number): Found<T> {
    const around = this.#outermost;
    this.#outermost = Infinity;
    const value = find();
    const dependsOn = this.#outermost < depth ? this.#outermost : Infinity;
    this.#outermost = Math.min(around, dependsOn);
    return { value, dependsOn };
  }
}
