import type { Place } from '#source/place.ts';

/** A declaration that satisfies the schema of its kind, and its location. */
export interface Declared<T> {
  readonly value: T;
  readonly place: Place;
}
