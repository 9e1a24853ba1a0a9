import type { LifecycleState } from '#compiled/manifest.ts';
import type { Seconds } from '../token-store.ts';

/** A change of the lifecycle of an API version, as far as the gateway has seen it. */
export interface LifecycleEvent {
  /** Name and version: `DogPark/v1`. */
  readonly api: string;
  /** The state from then on. It is also the state before if only the date of retirement changed. */
  readonly state: LifecycleState;
  /** Whether only the date of retirement changed. */
  readonly isSunsetChange?: true;
  /** Whether the version is published again, after it was deprecated, blocked or retired. */
  readonly isAgain?: true;
  /**
   * When it happened, in milliseconds since 1970-01-01T00:00:00Z: the declared date of a deprecation, or when the
   * commit with the change was made, or when the gateway served it first.
   */
  readonly at: number;
  /** Since when it is deprecated, and the earliest time of retirement. */
  readonly since?: Seconds;
  readonly sunset?: Seconds;
  /** The context and version of the API to move to: `dog_park/v2`. */
  readonly successor?: string;
}
