import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import type { ResourceVersion } from '../protocol/version-info.ts';
import { Publication } from './publication.ts';

/** Exports an earlier table again. */
export interface EarlierExport {
  /** Undefined if Envoy can no longer honour the table. */
  readonly exportEarlier: (table: Compiled) => EnvoyResources | undefined;
}

interface MadeFallback {
  /** Undefined if the table is unknown or cannot be exported. */
  readonly fallback: Publication | undefined;
  readonly isNew: boolean;
}

/**
 * Earlier tables in their original form, for Envoys that cannot start with the newest publication. They are dated
 * before all other publications, so that every control plane replaces them.
 */
export class Fallbacks {
  readonly #export: EarlierExport;
  #made = new Map<Digest, Publication | undefined>();
  readonly #replaced = new WeakSet<Publication>();

  constructor(earlierExport: EarlierExport) {
    this.#export = earlierExport;
  }

  /** The fallback of a table, built when the first Envoy needs it. */
  of(table: Digest, compiled: Compiled | undefined, keys: ResourceVersion | undefined): MadeFallback {
    if (this.#made.has(table)) return { fallback: this.#made.get(table), isNew: false };
    if (!compiled) return { fallback: undefined, isNew: false };
    const resources = this.#export.exportEarlier(compiled);
    const fallback =
      resources &&
      new Publication({
        table,
        since: 0,
        keys,
        resources,
        serves: new Set([table]),
        secrets: new Set(resources.secrets.map(({ name }) => name)),
      });
    this.#made.set(table, fallback);
    return { fallback, isNew: fallback !== undefined };
  }

  /** Whether a publication is a retired fallback that a new fallback of the same table replaces. */
  replaces(publication: Publication): boolean {
    return this.#replaced.has(publication) && this.#made.has(publication.table);
  }

  /**
   * Discards all fallbacks. The history retires their publications, and they are built again with the newest keys when
   * needed.
   */
  retire(): void {
    for (const fallback of this.#made.values()) if (fallback) this.#replaced.add(fallback);
    this.#made = new Map();
  }
}
