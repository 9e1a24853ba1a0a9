import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { Manifest } from '#compiled/manifest.ts';
import { CallsInFlight } from '#runtime/gateway/in-flight/calls-in-flight.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import type { LoadFailure } from './gateway-event.ts';
import type { WorkerState } from './servers.ts';
import type { HeldPart } from './held-part.ts';
import type { RemoteState } from './loaded-table.ts';
import type { ServedGeneration } from './served-generation.ts';

/** The table that serves. */
export interface ServedTable {
  readonly digest: Digest;
  readonly secretsDigest: Digest;
  readonly manifest: Manifest;
}

/** The serving generation, and why a newer one is not served: the only place that a reload changes. */
export class Serving {
  /** Of this thread. */
  readonly inFlight = new CallsInFlight();
  /** Undefined if workers serve: each has its own. */
  generation: ServedGeneration | undefined;
  /** In this thread or in all workers. */
  table: ServedTable | undefined;
  /** That table as it was compiled, with settings that may not be in force; undefined in a worker. */
  compiled: Compiled | undefined;
  /** The settings of it that wait for a restart. */
  waiting: readonly string[] = [];
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  loadedAt: number | undefined;
  /** Why the current sources are not served; undefined if they are. */
  failure: LoadFailure | undefined;
  /** The parts of the current sources that are not served as these have them. */
  held: readonly HeldPart[] = [];
  /** The commit that serves; undefined if it is not known, or the source is not a branch of a repository. */
  commit: string | undefined;
  /** The remote source; undefined if the source is on this machine. */
  remote: (() => RemoteState) | undefined;
  /** Undefined if this thread serves. */
  workers: (() => readonly WorkerState[]) | undefined;
  /** Undefined if it is not one. */
  controlPlane: ControlPlane | undefined;
  /** Whether it is about to close, and should get no more calls. */
  isDraining = false;

  /** Its status, for load balancers; it accepts calls if it is `ready`. */
  get state(): 'starting' | 'ready' | 'stopping' {
    if (this.isDraining) return 'stopping';
    return (this.generation ?? this.table) ? 'ready' : 'starting';
  }

  /** Lets new calls begin on another generation; the one before is let go after its last call. */
  swap(next: ServedGeneration, now: number): void {
    const previous = this.generation;
    next.gateway.enter();
    this.generation = next;
    this.note(next, now);
    this.inFlight.enter(next.gateway);
    previous?.gateway.usage.retire();
  }

  /** Records the serving generation. */
  note({ digest, secretsDigest, manifest }: ServedTable, now: number): void {
    this.table = { digest, secretsDigest, manifest };
    this.loadedAt = now;
  }
}
