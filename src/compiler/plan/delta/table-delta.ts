import type { CompiledApi } from '../../../compiled/compiled-api.ts';
import type { Digest } from '../../../compiled/digest.ts';
import type { TableChange } from '../../../compiled/table-change.ts';
import type { JsonEdit } from './json-edit.ts';

/** The version of the format of a delta. */
export const deltaFormat = 1;

/**
 * How one route table becomes another, exactly. It holds what tables hold, the digests of secrets and passwords
 * included.
 */
export interface TableDelta {
  readonly format: typeof deltaFormat;
  /** The table that it starts from; absent where there was none. */
  readonly base?: Digest;
  /** The table that it leads to. */
  readonly head: Digest;
  /** How the lists of the manifest that differ become others. */
  readonly lists: TableChange<unknown>['lists'];
  /** What else of the manifest differs, whole. */
  readonly settings: TableChange<unknown>['settings'];
  readonly parts: {
    /** By their digests. */
    readonly added: Readonly<Record<Digest, CompiledApi>>;
    readonly edited: readonly EditedPart[];
    readonly removed: readonly Digest[];
  };
}

/** A part that became another one. */
export interface EditedPart {
  readonly base: Digest;
  readonly head: Digest;
  /** Against the part of `base`. */
  readonly edits: readonly JsonEdit[];
}
