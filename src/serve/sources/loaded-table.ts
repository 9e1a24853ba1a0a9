import type { Compiled } from '../../compiled/compiled.ts';
import type { Secrets } from '../services/read-secrets.ts';

/** A route table with the secrets that it names: all that a generation is built from. */
export interface LoadedTable {
  readonly compiled: Compiled;
  readonly secrets: Secrets;
}
