import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import type { Publication } from './publication.ts';
import type { ResourceVersion } from '../protocol/version-info.ts';

/** A table as it was exported, without the resources that earlier tables refer to. */
export interface PublishedTable {
  readonly compiled: Compiled;
  readonly resources: EnvoyResources;
  readonly since: number;
  /** Whether `since` is the time of a commit, which all control planes agree on. */
  readonly isDated: boolean;
  /** The public keys of the table, which have their own version. */
  readonly keys: ResourceVersion;
  /** When its listener was last published as declared; usually equal to `since`. */
  readonly listenerSince: number;
}

/** A table from before a restart, whose keys are dated like the table. */
export type RememberedTable = Omit<PublishedTable, 'isDated' | 'keys' | 'listenerSince'>;

/** The publications of a control plane, newest first, and the newest table. */
export interface PublishedHistory {
  readonly history: readonly Publication[];
  /** Undefined before the first table is published. */
  readonly newest: PublishedTable | undefined;
}

/** Also contains the publications for Envoys that cannot start with the newest one. */
export interface FallbackHistory extends PublishedHistory {
  /** A publication of one earlier table; undefined if the table is unknown or can no longer be exported. */
  readonly fallbackOf: (table: Digest) => Publication | undefined;
}
