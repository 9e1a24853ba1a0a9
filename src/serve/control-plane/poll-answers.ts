import { randomInt } from 'node:crypto';
import type { Clock } from '#runtime/ports/clock.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import { isProgram, isReworded, type Subscription } from './protocol/discovery-types.ts';
import type { EnvoyNode, OfferedPlace } from './nodes/envoy-node.ts';
import { isAhead } from './nodes/is-ahead.ts';
import { hasAccepted } from './nodes/has-accepted.ts';
import type { KnownNodes } from './nodes/known-nodes.ts';
import type { AcceptedTables } from './publications/accepted-tables.ts';
import type { EarlierTableReader } from './earlier-table-reader.ts';
import type { Content, Publication } from './publications/publication.ts';
import type { PublicationDates } from './publications/publication-dates.ts';
import type { Publications } from './publications.ts';
import { parseVersion, renderVersion, type ResourceVersion } from './protocol/version-info.ts';

/** The answer to a poll of an Envoy. `delivered` must be called once the content has been sent. */
export type PollAnswer =
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly content: Content; readonly delivered: () => void };

/**
 * How long to wait before a refused version is sent again, in milliseconds. The reason may be a file on the Envoy's
 * machine, which can change.
 */
const retryMs = 10_000;

/** What answers are built from, and where accepted and refused versions are recorded. */
interface PollAnswersOptions {
  readonly nodes: KnownNodes;
  readonly dates: PublicationDates;
  readonly publications: Publications;
  readonly earlierTables: EarlierTableReader;
  readonly accepted: AcceptedTables;
  readonly clock: Clock;
  readonly report: (event: GatewayEvent) => void;
}

/** Answers the polls of Envoys, and records from them what each Envoy has and what it refuses. */
export class PollAnswers {
  readonly #options: PollAnswersOptions;
  /**
   * Envoys that may refuse a text are sent this variant and the next one in turn. It is random, so that control planes
   * are unlikely to send the same variants.
   */
  readonly #variant = 2 * randomInt(32_768);

  constructor(options: PollAnswersOptions) {
    this.#options = options;
  }

  /** Answers a poll of the Envoy with this name. `versionInfo` is the version that it has; empty if it has none. */
  answer(name: string, subscription: Subscription, versionInfo: string): PollAnswer {
    const { clock, dates, nodes, publications, earlierTables } = this.#options;
    const now = clock();
    const accepted = dates.believe(parseVersion(versionInfo), now);
    // A poll for a secret without a version may also come from an Envoy that refuses the secret but has everything
    // else.
    const hasStarted = accepted === undefined && subscription.service !== 'secrets';
    const node = nodes.named(name, hasStarted, now);
    if (!node) return { kind: 'too-many' };
    node.polledAt = now;
    const [newest] = publications.history;
    const isPublished = newest?.has(subscription) ?? true;
    if (newest && !isPublished && !publications.programs.fallbackFor(node)?.has(subscription))
      return this.#answerWithNothing(newest, subscription, accepted);
    node.notePoll(subscription, accepted, now);
    if (!publications.newest) return { kind: 'not-ready' };
    // Which resources the Envoy needs depends on its program.
    if (accepted && !node.isKnown(now)) return { kind: 'unchanged' };
    if (accepted && isAhead(node, subscription, publications)) return { kind: 'unchanged' };
    const isReading = earlierTables.isReadingFor(node);
    if (accepted && isReading) return { kind: 'unchanged' };
    publications.keepFor(node);
    return this.#answerWithNewest(node, subscription, accepted, now);
  }

  /** Sends the newest content that an Envoy can take, unless it already has or refuses that content. */
  #answerWithNewest(
    node: EnvoyNode,
    subscription: Subscription,
    accepted: ResourceVersion | undefined,
    now: number,
  ): PollAnswer {
    const { publications, report } = this.#options;
    const fallback = publications.programs.fallbackFor(node);
    // Resources that only the newest table has are not refused: they are removed together with the references to them.
    if (fallback && !fallback.has(subscription)) return { kind: 'unchanged' };
    const publication = publications.programs.publicationFor(node, subscription, accepted);
    if (!publication) return { kind: 'unchanged' };
    const content = publication.contentFor(subscription);
    if (!content || accepted?.digest === content.version.digest) {
      if (fallback) node.noteFallback(subscription);
      else if (node.noteAcceptance(subscription) && node.refused.length === 0)
        report({ type: 'envoy-recovered', node: node.name });
      if (isProgram(subscription)) this.#noteAccepted(node);
      return { kind: 'unchanged' };
    }
    const isRefused = this.#isRefused(node, subscription, content.version, fallback !== undefined, now);
    // An Envoy that is starting cannot serve without this resource, so it is sent again.
    if ((accepted || node.isServing) && isRefused)
      return this.#answerRefusing(node, subscription, accepted, content.version);
    return this.#send(node, publication, subscription, content);
  }

  /** Records that an Envoy has the newest table, once it has accepted all of it. */
  #noteAccepted(node: EnvoyNode): void {
    const { accepted, publications } = this.#options;
    const [newest] = publications.history;
    if (!newest || accepted.of(node.name) === newest.table) return;
    if (hasAccepted(node, newest, publications.history)) accepted.note(node.name, newest.table);
  }

  /** Sends an Envoy that refuses the newest program its own earlier program, without what the newest table removes. */
  #answerRefusing(
    node: EnvoyNode,
    subscription: Subscription,
    accepted: ResourceVersion | undefined,
    refused: ResourceVersion,
  ): PollAnswer {
    const substitute =
      accepted &&
      isProgram(subscription) &&
      this.#options.publications.programs.substituteFor(node, accepted);
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
    const variant = this.#variantFor(node, subscription);
    const sent =
      variant === undefined ? content : (publication.rewordedFor(subscription, variant) ?? content);
    const delivered = () =>
      node.noteDelivery(subscription, content.version, variant, this.#options.clock(), place);
    return { kind: 'changed', content: sent, delivered };
  }

  /**
   * A variant of the text that differs from what an Envoy was sent before, here or by another control plane; undefined
   * for the usual text.
   */
  #variantFor(node: EnvoyNode, subscription: Subscription): number | undefined {
    if (!isReworded(subscription)) return undefined;
    const last = node.lastOffer(subscription);
    // A serving Envoy gets a variant at once: another control plane may have sent it the usual text, which it refused.
    if (!last && !node.isServing) return undefined;
    return last?.variant === this.#variant ? this.#variant + 1 : this.#variant;
  }

  /**
   * Answers a poll for a resource that the table does not have, since an Envoy can poll for any name. The Envoy stays
   * on its version, and nothing is recorded.
   */
  #answerWithNothing(
    newest: Publication,
    subscription: Subscription,
    accepted: ResourceVersion | undefined,
  ): PollAnswer {
    if (!this.#options.publications.newest) return { kind: 'not-ready' };
    const content = newest.contentFor(subscription);
    if (!content || accepted) return { kind: 'unchanged' };
    return { kind: 'changed', content, delivered: () => undefined };
  }

  #isRefused(
    node: EnvoyNode,
    subscription: Subscription,
    version: ResourceVersion,
    isFallback: boolean,
    now: number,
  ): boolean {
    const deliveredAt = node.refusedDelivery(subscription, version);
    if (deliveredAt === undefined) return false;
    const { publications, report } = this.#options;
    const [newest] = publications.history;
    if (!node.isServing && newest) node.noteFailedStart(newest.table, isFallback);
    const { service: resources, names } = subscription;
    if (node.noteRefusal(subscription, version, now)) {
      report({ type: 'envoy-refused', node: node.name, resources, names, version: renderVersion(version) });
      publications.dropUnused();
    }
    return now - deliveredAt < retryMs;
  }
}
