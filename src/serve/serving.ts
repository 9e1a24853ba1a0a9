import type { LoadFailure } from './gateway-event.ts';
import type { ServedGeneration } from './served-generation.ts';

/** What serves now, and what stands in the way of something newer: the one place that a reload changes. */
export class Serving {
  generation: ServedGeneration | undefined;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  loadedAt: number | undefined;
  /** Why the sources are not what serves; undefined where they are. */
  failure: LoadFailure | undefined;

  /** Lets new calls begin on another generation; the one before is let go after its last call. */
  swap(next: ServedGeneration, now: number): void {
    const previous = this.generation;
    this.generation = next;
    this.loadedAt = now;
    previous?.gateway.usage.retire();
  }
}
