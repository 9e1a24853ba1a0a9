import type { Digest } from '#compiled/digest.ts';
import { isProgram, type Subscription } from '../protocol/discovery-types.ts';
import type { EnvoyNode } from './envoy-node.ts';
import { isReadyFor } from './has-accepted.ts';
import type { Publication } from '../publications/publication.ts';
import type { AcceptedTables } from '../publications/accepted-tables.ts';
import type { FallbackHistory } from '../publications/published-table.ts';
import type { RestrictedPrograms } from '../publications/restricted-programs.ts';
import type { TableHistory } from '../publications/table-history.ts';
import { type ResourceVersion, tableOf } from '../protocol/version-info.ts';

/** Identifies a restricted table. */
export interface RestrictedBy {
  /** Undefined if another control plane built the table. */
  readonly digest: Digest | undefined;
  /** The later table whose removals are applied to it. */
  readonly by: Digest;
}

/**
 * Decides which program a node gets: that of the newest table that it can take, or its own program without what the
 * newest table removes.
 */
export class NodePrograms {
  readonly #published: FallbackHistory;
  readonly #tables: TableHistory;
  readonly #restricted: RestrictedPrograms;
  readonly #accepted: AcceptedTables;

  constructor(
    published: FallbackHistory,
    tables: TableHistory,
    restricted: RestrictedPrograms,
    accepted: AcceptedTables,
  ) {
    this.#published = published;
    this.#tables = tables;
    this.#restricted = restricted;
    this.#accepted = accepted;
  }

  /**
   * The publication that a starting node gets instead of the newest one, if it refuses part of the newest one: a table
   * that this node, or another one, accepted before. Undefined if there is no such table, or the node refuses it too.
   */
  fallbackFor(node: EnvoyNode): Publication | undefined {
    const table = this.fallbackTableOf(node);
    return table && this.#published.fallbackOf(table);
  }

  /** Whether the fallback table of a node has to be read before it can be sent. */
  #isReadFor(node: EnvoyNode): boolean {
    const table = this.fallbackTableOf(node);
    return table !== undefined && !this.#tables.compiledOf(table);
  }

  /** The table that a node gets instead of the newest; it may not be read yet. */
  fallbackTableOf({ name, isServing, failedStart }: EnvoyNode): Digest | undefined {
    const [newest] = this.#published.history;
    if (isServing || !newest || failedStart?.table !== newest.table || failedStart.isFallbackRefused)
      return undefined;
    return this.#accepted
      .before(name)
      .find((table) => table !== newest.table && !this.#tables.isUnusable(table));
  }

  /**
   * The table that has to be read for a node: its fallback, or the table of its current program. Undefined if it is not
   * needed, or is known with its content.
   */
  missingTableOf(node: EnvoyNode): Digest | undefined {
    const fallback = this.fallbackTableOf(node);
    if (fallback && !this.#tables.compiledOf(fallback)) return fallback;
    const { program, isRefusing, isRefusingProgram } = node;
    const table = program && tableOf(program);
    if (!table || this.#published.history[0]?.hasProgram(program)) return undefined;
    if (this.#tables.compiledOf(table) || this.#tables.isUnusable(table)) return undefined;
    const isRestricted = program.restriction !== undefined || isRefusing || isRefusingProgram;
    return isRestricted || !this.#tables.has(table) ? table : undefined;
  }

  /** The newest publication that a node can take; undefined if it has to wait. */
  publicationFor(
    node: EnvoyNode,
    subscription: Subscription,
    accepted: ResourceVersion | undefined,
  ): Publication | undefined {
    const [newest] = this.#published.history;
    const fallback = this.fallbackFor(node);
    if (!isProgram(subscription)) return fallback ?? newest;
    if (fallback)
      return isReadyFor(node, fallback, this.#published.history) ? this.#restrict(fallback) : undefined;
    const mayLackSecrets = !node.isServing && !this.#isReadFor(node);
    const own = accepted && tableOf(accepted);
    const ready = this.#published.history.find(
      (publication) =>
        (accepted && publication.hasProgram(accepted)) ||
        ((publication.contentFor(subscription) || publication.table === own) &&
          isReadyFor(node, publication, this.#published.history, mayLackSecrets)),
    );
    if (!accepted) return ready && ready.table !== newest?.table ? this.#restrict(ready) : ready;
    if (!ready || ready.table === newest?.table || (!node.isRefusing && !accepted.restriction)) return ready;
    return this.#restrict(ready, accepted);
  }

  /** The program of the node's own table, without what the newest table removes; undefined if it cannot be sent. */
  substituteFor(node: EnvoyNode, accepted: ResourceVersion): Publication | undefined {
    const own = this.#publicationOf(accepted);
    if (!own || own.table === this.#published.history[0]?.table || !this.#canReplace(node, own))
      return undefined;
    return this.#restrict(own, accepted);
  }

  /**
   * The publication of the table that a program belongs to. The program text may come from another version of
   * Gatewright.
   */
  #publicationOf(program: ResourceVersion): Publication | undefined {
    const table = tableOf(program);
    return (
      this.#published.history.find((publication) => publication.hasProgram(program)) ??
      this.#published.history.find((publication) => publication.table === table)
    );
  }

  /**
   * Whether a node has everything that a restricted program of its own table refers to. Other versions of Gatewright
   * may use other names.
   */
  #canReplace(node: EnvoyNode, own: Publication): boolean {
    return (node.program && own.hasProgram(node.program)) || isReadyFor(node, own, this.#published.history);
  }

  /** The program of an earlier publication, without what the newest table removes. */
  #restrict(ready: Publication, accepted?: ResourceVersion): Publication | undefined {
    const newest = this.#published.newest;
    const earlier = this.#tables.compiledOf(ready.table);
    // An unrestricted program would give back what the newest table removes.
    if (!newest || !earlier) return !accepted || accepted.restriction ? undefined : ready;
    if (!accepted?.restriction && !this.#restricted.restricts(earlier, newest.compiled)) return ready;
    return this.#restricted.programOf(earlier, newest.compiled, newest.since);
  }

  /**
   * The restricted table whose program an Envoy uses: its digest, if known here, and the table whose removals it
   * applies.
   */
  restrictionOf({ program }: EnvoyNode): RestrictedBy | undefined {
    if (!program) return undefined;
    const earlier = program.restriction ? undefined : this.#publicationOf(program)?.table;
    const restricted = this.#restricted.find(program, earlier);
    const { by } = restricted ?? program.restriction ?? {};
    return by && { digest: restricted?.compiled.digest, by };
  }

  /**
   * Whether a node still has what the newest table removes: it refuses something, and its own table is unknown here, or
   * may refer to resources that the node does not have.
   */
  keepsRemoved(node: EnvoyNode): boolean {
    const { program, isRefusing, isRefusingProgram } = node;
    const [newest] = this.#published.history;
    if (!newest || !program || (!program.restriction && !isRefusing && !isRefusingProgram)) return false;
    if ([tableOf(program), program.restriction?.by].includes(newest.table)) return false;
    const own = this.#publicationOf(program);
    return !(own && this.#tables.compiledOf(own.table) && this.#canReplace(node, own));
  }
}
