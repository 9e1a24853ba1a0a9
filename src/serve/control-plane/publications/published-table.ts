import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import type { Publication } from './publication.ts';
import type { ResourceVersion } from '../protocol/version-info.ts';

/** A table as it was exported, without what earlier ones refer to. */
export interface PublishedTable {
  readonly compiled: Compiled;
  readonly resources: EnvoyResources;
  readonly since: number;
  /** Whether that is the time of a commit, which all control planes agree on. */
  readonly isDated: boolean;
  /** Its public keys, which have a version of their own. */
  readonly keys: ResourceVersion;
  /** The same, or when its listener was published as it is declared for the last time. */
  readonly listenerSince: number;
}

/** A table of before a restart, whose keys count as known since then. */
export type RememberedTable = Omit<PublishedTable, 'isDated' | 'keys' | 'listenerSince'>;

/** What a control plane has published: the publications, the newest first, and the newest table. */
export interface PublishedHistory {
  readonly history: readonly Publication[];
  /** Undefined before the first table. */
  readonly newest: PublishedTable | undefined;
}

/** The same, and what is made for Envoys that cannot start with the newest publication. */
export interface FallbackHistory extends PublishedHistory {
  /** An earlier table alone; undefined if it is not known, or cannot be exported any more. */
  readonly fallbackOf: (table: Digest) => Publication | undefined;
}
