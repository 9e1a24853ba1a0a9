import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';

/** The parts of a table: compiled parts, and deferred parts, of which only the digest is known until they are read. */
export class DeferredParts implements ReadonlyMap<Digest, CompiledApi> {
  readonly #compiled: Compiled['apis'];
  readonly #deferred: ReadonlyMap<Digest, () => CompiledApi>;

  /** A compiled part takes precedence over a deferred one with the same digest. */
  constructor(compiled: Compiled['apis'], deferred: ReadonlyMap<Digest, () => CompiledApi>) {
    this.#compiled = compiled;
    this.#deferred = new Map([...deferred].filter(([digest]) => !compiled.has(digest)));
  }

  get size(): number {
    return this.#compiled.size + this.#deferred.size;
  }

  has(digest: Digest): boolean {
    return this.#compiled.has(digest) || this.#deferred.has(digest);
  }

  get(digest: Digest): CompiledApi | undefined {
    return this.#compiled.get(digest) ?? this.#deferred.get(digest)?.();
  }

  *keys(): MapIterator<Digest> {
    yield* this.#compiled.keys();
    yield* this.#deferred.keys();
  }

  *values(): MapIterator<CompiledApi> {
    for (const [, part] of this) yield part;
  }

  *entries(): MapIterator<[Digest, CompiledApi]> {
    yield* this.#compiled;
    for (const [digest, compile] of this.#deferred) yield [digest, compile()];
  }

  [Symbol.iterator](): MapIterator<[Digest, CompiledApi]> {
    return this.entries();
  }

  forEach(visit: (part: CompiledApi, digest: Digest, parts: ReadonlyMap<Digest, CompiledApi>) => void): void {
    for (const [digest, part] of this) visit(part, digest, this);
  }
}
