import { randomInt } from 'node:crypto';
import type { Compiled } from '../../compiled/compiled.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { EnvoyResource, EnvoyResources } from '../../export/envoy/envoy-resources.ts';
import type { Refusal } from '../../export/envoy/refusal.ts';
import type { Clock } from '../../runtime/ports/clock.ts';
import type { GatewayEvent } from '../gateway-event.ts';
import { isProgram, isReworded, type Subscription } from './discovery-types.ts';
import { describeNode, type NodeState } from './nodes/describe-node.ts';
import type { EnvoyNode, OfferedPlace } from './nodes/envoy-node.ts';
import { isAhead } from './nodes/is-ahead.ts';
import { KnownNodes } from './nodes/known-nodes.ts';
import { nodeLifetimeMs } from './poll-times.ts';
import type { Content, Publication } from './publications/publication.ts';
import { PublicationDates } from './publications/publication-dates.ts';
import { Publications } from './publications/publications.ts';
import type { PublishedTable } from './publications/published-table.ts';
import { EarlierTableReader, type ReadEarlier } from './publications/earlier-table-reader.ts';
import type { RestrictedExport } from './publications/restricted-programs.ts';
import { parseVersion, type PublishedVersion, renderVersion, type ResourceVersion } from './version-info.ts';

/** Writes for Envoy what is published. */
export interface EnvoyExports extends RestrictedExport {
  /** Writes a table with public keys, or says what Envoy cannot honour. */
  readonly exportTable: (
    compiled: Compiled,
    keySet: string,
  ) => {
    readonly resources: EnvoyResources;
    readonly refusals: readonly Refusal[];
  };
  /** Writes the filter with the keys alone, which takes no longer for a large table. */
  readonly exportKeys: (compiled: Compiled, keySet: string) => EnvoyResource;
}

export interface ControlPlaneOptions extends EnvoyExports {
  readonly clock: Clock;
  readonly report: (event: GatewayEvent) => void;
  /** The table that was published last before a restart, and since when; publishing it again does not make it newer. */
  readonly published?: PublishedVersion | undefined;
  readonly keepPublished?: (published: PublishedVersion) => void;
  readonly readEarlier?: ReadEarlier;
}

/** The answer to a poll of an Envoy; `delivered` is called once the content is on its way. */
export type PollAnswer =
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly content: Content; readonly delivered: () => void };

/** A version that an Envoy refuses is sent again after this long, since the reason may be a file on its machine; in milliseconds. */
const retryMs = 10_000;

/** How many declarations that Envoy cannot honour are reported at once. */
const maxReported = 20;

/** Publishes tables to Envoys that poll for them, and knows which of them have accepted which. */
export class ControlPlane implements Disposable {
  readonly #options: ControlPlaneOptions;
  readonly #nodes = new KnownNodes();
  #failure: Refusal | undefined;
  readonly #dates: PublicationDates;
  readonly #publications: Publications;
  /** It words what an Envoy may refuse by this number and the next one in turn, which no other control plane has, by chance. */
  readonly #words = 2 * randomInt(32_768);
  readonly #earlierTables: EarlierTableReader;
  #keySet = '';

  constructor(options: ControlPlaneOptions) {
    this.#options = options;
    this.#dates = new PublicationDates(options.clock, options.published);
    const publications = new Publications(this.#nodes.all, options.clock, options);
    this.#publications = publications;
    this.#earlierTables = new EarlierTableReader({
      nodes: this.#nodes.all,
      missingTableOf: (node) => publications.programs.missingTableOf(node),
      readEarlier: options.readEarlier,
      note: (compiled) => this.#noteEarlier(compiled),
      report: options.report,
    });
  }

  /** The table that is published; undefined before the first one. */
  get published(): Digest | undefined {
    return this.#publications.newest?.compiled.digest;
  }

  /** The tables that Envoys may have. */
  get tablesInUse(): ReadonlySet<Digest> {
    return this.#publications.tablesInUse;
  }

  /** Why the served table is not published; undefined if it is. */
  get failure(): Refusal | undefined {
    return this.#failure;
  }

  /** Notes the table that was published before a restart, which Envoys may still have. */
  remember(compiled: Compiled, keySet: string): void {
    const { exportTable, published } = this.#options;
    const { resources, refusals } = exportTable(compiled, keySet);
    if (refusals.length > 0) return;
    const since = published?.digest === compiled.digest ? published.since : 0;
    this.#publications.remember({ compiled, resources, since });
  }

  /** Notes an earlier table that an Envoy has. */
  #noteEarlier(compiled: Compiled): void {
    const { resources, refusals } = this.#options.exportTable(compiled, this.#keySet);
    if (refusals.length === 0) this.#publications.noteEarlier({ compiled, resources, since: 0 });
  }

  /**
   * Publishes a table; one that Envoy cannot honour is reported, and the one before stays published, with the keys that
   * tokens are signed with from now on. `committedAt` is the time of the commit that it was read from, which orders
   * tables of all control planes of a branch. `keySet` are its public keys, which may change without the table: a JWK Set,
   * or a text that names those that Envoys fetch. With `hasOldSettings` it has other settings than it declares, which those
   * of a control plane that has restarted go before.
   */
  publish(compiled: Compiled, committedAt: number | undefined, keySet: string, hasOldSettings = false): void {
    this.#keySet = keySet;
    const dated = hasOldSettings && committedAt !== undefined ? committedAt - 1 : committedAt;
    const { exportTable, exportKeys } = this.#options;
    const { newest } = this.#publications;
    const keys = this.#dates.dateKeys(newest, keySet);
    const hasKeys = newest?.keys.digest === keys.digest;
    const isPublished = newest?.compiled.digest === compiled.digest && !this.#failure;
    if (isPublished && hasKeys) return this.#renew(newest, dated, hasOldSettings);
    const withKeys = () =>
      newest && { ...newest, resources: replaceFilter(newest.resources, exportKeys(compiled, keySet)), keys };
    const known = isPublished ? withKeys() : undefined;
    const { resources, refusals } = known ? { ...known, refusals: [] } : exportTable(compiled, keySet);
    this.#failure = refusals[0];
    if (refusals.length === 0) return this.#enter({ compiled, resources, keys }, dated, hasOldSettings);
    const earlier = hasKeys ? undefined : withKeys();
    if (earlier) this.#note(earlier);
    this.#reportRefusals(compiled.digest, refusals);
  }

  #reportRefusals(digest: Digest, refusals: readonly Refusal[]): void {
    const shown = refusals.slice(0, maxReported);
    this.#options.report({ type: 'not-published', digest, refusals: shown, count: refusals.length });
  }

  #enter(
    published: Pick<PublishedTable, 'compiled' | 'resources' | 'keys'>,
    committedAt: number | undefined,
    hasOldSettings: boolean,
  ): void {
    const { digest } = published.compiled;
    const { newest } = this.#publications;
    const since = this.#dates.dateTable(newest, digest, committedAt);
    const listenerSince = (hasOldSettings ? newest?.listenerSince : undefined) ?? since;
    this.#note({ ...published, since, listenerSince, isDated: committedAt !== undefined });
    const { keys } = published;
    this.#options.keepPublished?.({ digest, since, ...(committedAt !== undefined && { committedAt }), keys });
    this.#options.report({ type: 'published', digest });
  }

  /** Dates the published table by a later commit, which has the same. */
  #renew(published: PublishedTable, committedAt: number | undefined, hasOldSettings: boolean): void {
    const since = this.#dates.renew(published, committedAt);
    if (committedAt === undefined || since === published.since) return;
    this.#note({ ...published, since, ...(!hasOldSettings && { listenerSince: since }) });
    const { compiled, keys } = published;
    this.#options.keepPublished?.({ digest: compiled.digest, since, committedAt, keys });
  }

  #note(published: PublishedTable): void {
    this.#dates.noteSeen(published.since);
    this.#dates.noteSeen(published.keys.since);
    this.#publications.publish(published);
  }

  /** Answers a poll of an Envoy that has the version in `versionInfo`, empty if it has none. */
  poll(name: string, subscription: Subscription, versionInfo: string): PollAnswer {
    const now = this.#options.clock();
    const accepted = this.#dates.believe(parseVersion(versionInfo), now);
    // One that refuses a secret has none of it, whatever else it has.
    const hasStarted = accepted === undefined && subscription.service !== 'secrets';
    const node = this.#nodes.named(name, hasStarted, now);
    if (!node) return { kind: 'too-many' };
    node.polledAt = now;
    const [newest] = this.#publications.history;
    if (newest && !newest.has(subscription)) return this.#answerWithNothing(newest, subscription, accepted);
    node.notePoll(subscription, accepted, now);
    if (!this.#publications.newest) return { kind: 'not-ready' };
    // What it needs depends on its program.
    if (accepted && !node.isKnown(now)) return { kind: 'unchanged' };
    if (accepted && isAhead(node, subscription, this.#publications)) return { kind: 'unchanged' };
    if (accepted && this.#earlierTables.isReadingFor(node)) return { kind: 'unchanged' };
    this.#publications.keepFor(node);
    const publication = this.#publications.programs.publicationFor(node, subscription, accepted);
    if (!publication) return { kind: 'unchanged' };
    const content = publication.contentFor(subscription);
    if (!content || accepted?.digest === content.version.digest) {
      if (node.noteAcceptance(subscription) && node.refused.length === 0)
        this.#options.report({ type: 'envoy-recovered', node: name });
      return { kind: 'unchanged' };
    }
    const isRefused = this.#isRefused(node, subscription, content.version, now);
    // One that starts cannot serve without it.
    if ((accepted || node.isServing) && isRefused)
      return this.#answerRefusing(node, subscription, accepted, content.version);
    return this.#send(node, publication, subscription, content);
  }

  /** Sends an Envoy that refuses the newest program its earlier one, without what the newest table takes away. */
  #answerRefusing(
    node: EnvoyNode,
    subscription: Subscription,
    accepted: ResourceVersion | undefined,
    refused: ResourceVersion,
  ): PollAnswer {
    const substitute =
      accepted && isProgram(subscription) && this.#publications.programs.substituteFor(node, accepted);
    const content = substitute ? substitute.contentFor(subscription) : undefined;
    const known = [accepted?.digest, refused.digest];
    if (!substitute || !content || known.includes(content.version.digest)) return { kind: 'unchanged' };
    const refusedAt = node.refusedDelivery(subscription, content.version, 'substitute');
    if (refusedAt !== undefined && this.#options.clock() - refusedAt < retryMs) return { kind: 'unchanged' };
    return this.#send(node, substitute, subscription, content, 'substitute');
  }

  #send(
    node: EnvoyNode,
    publication: Publication,
    subscription: Subscription,
    content: Content,
    place?: OfferedPlace,
  ): PollAnswer {
    const words = this.#wordsFor(node, subscription);
    const sent = words === undefined ? content : (publication.rewordedFor(subscription, words) ?? content);
    const delivered = () =>
      node.noteDelivery(subscription, content.version, words, this.#options.clock(), place);
    return { kind: 'changed', content: sent, delivered };
  }

  /** Other words than an Envoy was sent before, here or by another control plane; undefined for the usual ones. */
  #wordsFor(node: EnvoyNode, subscription: Subscription): number | undefined {
    if (!isReworded(subscription)) return undefined;
    const last = node.lastOffer(subscription);
    // Another control plane may have sent it what it refuses, in the usual words.
    if (!last && !node.isServing) return undefined;
    return last?.words === this.#words ? this.#words + 1 : this.#words;
  }

  /** An Envoy may ask for a resource that a table does not have, and keeps what it has of it; nothing is remembered. */
  #answerWithNothing(
    newest: Publication,
    subscription: Subscription,
    accepted: ResourceVersion | undefined,
  ): PollAnswer {
    if (!this.#publications.newest) return { kind: 'not-ready' };
    const content = newest.contentFor(subscription);
    if (!content || accepted) return { kind: 'unchanged' };
    return { kind: 'changed', content, delivered: () => undefined };
  }

  /** The Envoys that have polled lately, by name. */
  nodes(): readonly NodeState[] {
    this.#nodes.forget(this.#options.clock() - nodeLifetimeMs);
    return [...this.#nodes.all.values()]
      .map((node) => describeNode(node, this.#publications))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  [Symbol.dispose](): void {
    this.#publications[Symbol.dispose]();
  }

  #isRefused(node: EnvoyNode, subscription: Subscription, version: ResourceVersion, now: number): boolean {
    const deliveredAt = node.refusedDelivery(subscription, version);
    if (deliveredAt === undefined) return false;
    const { service: resources, names } = subscription;
    if (node.noteRefusal(subscription, version, now))
      this.#options.report({
        type: 'envoy-refused',
        node: node.name,
        resources,
        names,
        version: renderVersion(version),
      });
    return now - deliveredAt < retryMs;
  }
}

/** Resources with another filter under the same name. */
function replaceFilter(resources: EnvoyResources, filter: EnvoyResource): EnvoyResources {
  const extensionConfigs = resources.extensionConfigs.map((old) => (old.name === filter.name ? filter : old));
  return { ...resources, extensionConfigs };
}
