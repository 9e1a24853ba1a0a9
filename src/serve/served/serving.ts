import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { Manifest } from '#compiled/manifest.ts';
import { CallsInFlight } from '#runtime/gateway/in-flight/calls-in-flight.ts';
import type { LoadFailure } from './gateway-event.ts';
import type { HeldPart } from './held-part.ts';
import type { ServedGeneration } from './served-generation.ts';

/** The table that is being served. */
export interface ServedTable {
  readonly digest: Digest;
  readonly secretsDigest: Digest;
  readonly manifest: Manifest;
}

/** Which version of the sources is served. */
export interface ServedSources {
  /** The commit that is served; undefined if it is unknown or the source is not a branch of a repository. */
  readonly commit: string | undefined;
  /** Why the last good table is served instead of the current sources; undefined if the sources are served. */
  readonly failure: LoadFailure | undefined;
}

/** The generation that is being served, and why a newer one is not. Only the methods change it. */
export class Serving {
  /** The calls in flight in this thread. */
  readonly inFlight = new CallsInFlight();
  /** Undefined if workers serve, which have their own generations. */
  generation: ServedGeneration | undefined;
  #table: ServedTable | undefined;
  #loadedAt: number | undefined;
  #compiled: Compiled | undefined;
  #waiting: readonly string[] = [];
  #sources: ServedSources = { commit: undefined, failure: undefined };
  #held: readonly HeldPart[] = [];
  #isDraining = false;

  /** The table that is served by this thread or by all workers. */
  get table(): ServedTable | undefined {
    return this.#table;
  }

  /** When the table was loaded, in milliseconds since 1970-01-01T00:00:00Z. */
  get loadedAt(): number | undefined {
    return this.#loadedAt;
  }

  /** The table in its compiled form. It may contain settings that require a restart. Undefined in a worker. */
  get compiled(): Compiled | undefined {
    return this.#compiled;
  }

  /** The settings of the table that take effect only after a restart. */
  get waiting(): readonly string[] {
    return this.#waiting;
  }

  /** Why the current sources are not served; undefined if they are. */
  get failure(): LoadFailure | undefined {
    return this.#sources.failure;
  }

  /** The commit that is served; undefined if it is unknown or the source is not a branch of a repository. */
  get commit(): string | undefined {
    return this.#sources.commit;
  }

  /** The parts of the current sources of which an earlier version is served. */
  get held(): readonly HeldPart[] {
    return this.#held;
  }

  /** Whether the gateway is about to close and should receive no more calls. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** The state for load balancers. Calls are accepted in the state `ready`. */
  get state(): 'starting' | 'ready' | 'stopping' {
    if (this.#isDraining) return 'stopping';
    return (this.generation ?? this.#table) ? 'ready' : 'starting';
  }

  /** Uses another generation for new calls. The previous one is released after its last call. */
  swap(next: ServedGeneration, now: number): void {
    const previous = this.generation;
    next.gateway.enter();
    this.generation = next;
    this.#noteTable(next, now);
    this.inFlight.enter(next.gateway);
    previous?.gateway.usage.retire();
  }

  /**
   * Records the table that all threads serve from now on, its compiled form, and its settings that require a restart.
   */
  load(table: ServedTable, compiled: Compiled, waiting: readonly string[], now: number): void {
    this.#noteTable(table, now);
    this.#compiled = compiled;
    this.#waiting = waiting;
  }

  /** Records which version of the sources is served. */
  noteSources(sources: ServedSources): void {
    this.#sources = sources;
  }

  /** Records why the current sources are not served. */
  fail(failure: LoadFailure): void {
    this.#sources = { ...this.#sources, failure };
  }

  /** Records the parts of the current sources that are held back. */
  hold(parts: readonly HeldPart[]): void {
    this.#held = parts;
  }

  /** Reports from now on that no more calls are wanted. */
  drain(): void {
    this.#isDraining = true;
  }

  #noteTable({ digest, secretsDigest, manifest }: ServedTable, now: number): void {
    this.#table = { digest, secretsDigest, manifest };
    this.#loadedAt = now;
  }
}
