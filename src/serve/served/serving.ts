import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { Manifest } from '#compiled/manifest.ts';
import { CallsInFlight } from '#runtime/gateway/in-flight/calls-in-flight.ts';
import type { LoadFailure } from './gateway-event.ts';
import type { HeldPart } from './held-part.ts';
import type { ServedGeneration } from './served-generation.ts';

/** The table that serves. */
export interface ServedTable {
  readonly digest: Digest;
  readonly secretsDigest: Digest;
  readonly manifest: Manifest;
}

/** The state of the sources that a gateway serves. */
export interface ServedSources {
  /** Undefined if it is not known, or the source is not a branch of a repository. */
  readonly commit: string | undefined;
  /** Why they are not served, but the last good table; undefined if they are. */
  readonly failure: LoadFailure | undefined;
}

/** The serving generation, and why a newer one is not served. Only its methods change it. */
export class Serving {
  /** Of this thread. */
  readonly inFlight = new CallsInFlight();
  /** Undefined if workers serve: each has its own. */
  generation: ServedGeneration | undefined;
  #table: ServedTable | undefined;
  #loadedAt: number | undefined;
  #compiled: Compiled | undefined;
  #waiting: readonly string[] = [];
  #sources: ServedSources = { commit: undefined, failure: undefined };
  #held: readonly HeldPart[] = [];
  #isDraining = false;

  /** In this thread or in all workers. */
  get table(): ServedTable | undefined {
    return this.#table;
  }

  /** In milliseconds since 1970-01-01T00:00:00Z. */
  get loadedAt(): number | undefined {
    return this.#loadedAt;
  }

  /** The table as it was compiled, with settings that may not be in force; undefined in a worker. */
  get compiled(): Compiled | undefined {
    return this.#compiled;
  }

  /** The settings of the table that wait for a restart. */
  get waiting(): readonly string[] {
    return this.#waiting;
  }

  /** Why the current sources are not served; undefined if they are. */
  get failure(): LoadFailure | undefined {
    return this.#sources.failure;
  }

  /** The commit that serves; undefined if it is not known, or the source is not a branch of a repository. */
  get commit(): string | undefined {
    return this.#sources.commit;
  }

  /** The parts of the current sources that are not served as these have them. */
  get held(): readonly HeldPart[] {
    return this.#held;
  }

  /** Whether it is about to close, and should get no more calls. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Its status, for load balancers; it accepts calls if it is `ready`. */
  get state(): 'starting' | 'ready' | 'stopping' {
    if (this.#isDraining) return 'stopping';
    return (this.generation ?? this.#table) ? 'ready' : 'starting';
  }

  /** Lets new calls begin on another generation; the one before is let go after its last call. */
  swap(next: ServedGeneration, now: number): void {
    const previous = this.generation;
    next.gateway.enter();
    this.generation = next;
    this.#noteTable(next, now);
    this.inFlight.enter(next.gateway);
    previous?.gateway.usage.retire();
  }

  /** Records the table that all threads serve from now on, as it was compiled, and its settings that wait for a restart. */
  load(table: ServedTable, compiled: Compiled, waiting: readonly string[], now: number): void {
    this.#noteTable(table, now);
    this.#compiled = compiled;
    this.#waiting = waiting;
  }

  /** Records what of the sources is served. */
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

  /** Reports from now on that it wants no more calls. */
  drain(): void {
    this.#isDraining = true;
  }

  #noteTable({ digest, secretsDigest, manifest }: ServedTable, now: number): void {
    this.#table = { digest, secretsDigest, manifest };
    this.#loadedAt = now;
  }
}
