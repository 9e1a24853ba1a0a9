import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import type { ResourceVersion } from '../protocol/version-info.ts';
import { Publication } from './publication.ts';

/** Writes an earlier table again. */
export interface EarlierExport {
  /** Undefined if Envoy cannot honour it any more. */
  readonly exportEarlier: (table: Compiled) => EnvoyResources | undefined;
}

interface MadeFallback {
  /** Undefined if the table is not known, or cannot be exported. */
  readonly fallback: Publication | undefined;
  readonly isNew: boolean;
}

/**
 * Earlier tables, each alone and as it was, for Envoys that cannot start with what is published. Their dates are earlier than
 * any other, so that every control plane replaces them.
 */
export class Fallbacks {
  readonly #export: EarlierExport;
  #made = new Map<Digest, Publication | undefined>();
  readonly #replaced = new WeakSet<Publication>();

  constructor(earlierExport: EarlierExport) {
    this.#export = earlierExport;
  }

  /** Makes that of a table when the first Envoy needs it. */
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

  /** Whether a publication is a fallback in whose place another one was made. */
  replaces(publication: Publication): boolean {
    return this.#replaced.has(publication) && this.#made.has(publication.table);
  }

  /** Forgets all that were made, which are retired with their history, and made again with the newest keys when they are needed. */
  retire(): void {
    for (const fallback of this.#made.values()) if (fallback) this.#replaced.add(fallback);
    this.#made = new Map();
  }
}
