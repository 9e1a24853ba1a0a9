import type { Place } from '../../source/place.ts';

/** A declaration that satisfies the schema of its kind, and where it stands. */
export interface Declared<T> {
  readonly value: T;
  readonly place: Place;
}
