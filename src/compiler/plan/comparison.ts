import type { Compiled } from '#compiled/compiled.ts';
import type { Manifest, ManifestLists } from '#compiled/manifest.ts';
import type { FoundChange } from './declarations/declaration-change.ts';
import type { Consumers } from './consumers/consumers.ts';

/** Two route tables of one deployment that are compared, with their lists of entries and the callers in both. */
export interface Comparison {
  /** Undefined if everything is added. */
  readonly base: Compiled | undefined;
  readonly head: Compiled;
  /** The entries of `base`; none if there is no base. */
  readonly before: ManifestLists;
  readonly after: Manifest;
  readonly consumers: Consumers;
}

/** Finds the changes of one kind. */
export type FindChanges = (comparison: Comparison) => readonly FoundChange[];
