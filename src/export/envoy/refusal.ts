import type { DeviationCode } from './deviations.ts';

/** A declaration that Envoy does not support. */
export interface Refusal {
  /** The code of the named deviation. */
  readonly deviation: DeviationCode;
  /** The kind and the name of the declaration, and the part of it: `Api DogPark/v1 production endpoint`. */
  readonly subject: string;
  readonly message: string;
  readonly help: string;
}
