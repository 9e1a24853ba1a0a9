import type { Digest } from '#compiled/digest.ts';
import {
  isProgram,
  programSubscription,
  type Subscription,
  subscriptionKey,
} from '../protocol/discovery-types.ts';
import { subscriptionLifetimeMs } from '../protocol/poll-times.ts';
import type { ResourceVersion } from '../protocol/version-info.ts';

/** How often a version is sent before it counts as refused. A response can be lost, but hardly twice in a row. */
const maxDeliveries = 2;

/** What an Envoy has for one subscription, according to its polls. */
export interface SubscriptionState {
  readonly subscription: Subscription;
  polledAt: number;
  /** The version that it has accepted; undefined if none. */
  accepted: ResourceVersion | undefined;
  /** The newer version that it was sent. */
  offered?: OfferedVersion;
  /** The version that it was sent instead, after it refused `offered`. */
  substitute?: OfferedVersion;
  refused?: RefusedVersion;
}

/** Which version an Envoy was sent: the newest that it can take, or a substitute because it refuses that one. */
export type OfferedPlace = 'offered' | 'substitute';

/**
 * A version that an Envoy was sent and has not accepted: how often, when last, and which variant of its text (undefined
 * for the usual text).
 */
interface OfferedVersion extends ResourceVersion {
  readonly deliveries: number;
  readonly deliveredAt: number;
  readonly variant: number | undefined;
}

/** The newest table, part of which a starting Envoy refuses. */
export interface FailedStart {
  readonly table: Digest;
  /** Whether it also refuses part of the earlier table that it was sent instead. */
  readonly isFallbackRefused: boolean;
}

/** A version that an Envoy does not accept, so that it stays on its previous one. */
export interface RefusedVersion extends Subscription {
  readonly version: ResourceVersion;
  /** When the version was refused, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
}

/** What the control plane knows about one Envoy, all of it from the Envoy's polls. */
export class EnvoyNode {
  readonly name: string;
  readonly #states = new Map<string, SubscriptionState>();
  /** When its first poll arrived here, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly #since: number;
  /** Whether it had no resources at its first poll. */
  readonly #hasStarted: boolean;
  polledAt = 0;
  /** The table that it could not start with, until a newer one is published. */
  failedStart: FailedStart | undefined;

  constructor(name: string, hasStarted: boolean, now: number) {
    this.name = name;
    this.#hasStarted = hasStarted;
    this.#since = now;
  }

  /** Records a poll, and removes subscriptions that it no longer polls for. */
  notePoll(subscription: Subscription, accepted: ResourceVersion | undefined, now: number): void {
    const key = subscriptionKey(subscription);
    const state = this.#states.get(key);
    if (state) Object.assign(state, { accepted, polledAt: now });
    else this.#states.set(key, { subscription, accepted, polledAt: now });
    for (const [other, { polledAt }] of this.#states)
      if (now - polledAt > subscriptionLifetimeMs) this.#states.delete(other);
  }

  /** Records that a version was sent. `variant` is the variant of its text; undefined for the usual text. */
  noteDelivery(
    subscription: Subscription,
    version: ResourceVersion,
    variant: number | undefined,
    now: number,
    place: OfferedPlace = 'offered',
  ): void {
    const state = this.#states.get(subscriptionKey(subscription));
    if (!state) return;
    const before = state[place];
    const deliveries = before?.digest === version.digest ? before.deliveries + 1 : 1;
    state[place] = { ...version, deliveries, deliveredAt: now, variant };
  }

  /** The version that it was sent last and has not accepted. */
  lastOffer(subscription: Subscription): OfferedVersion | undefined {
    const { offered, substitute } = this.#states.get(subscriptionKey(subscription)) ?? {};
    return (offered?.deliveredAt ?? 0) < (substitute?.deliveredAt ?? 0) ? substitute : offered;
  }

  /** When a version was last sent that it did not accept although it was sent repeatedly; otherwise undefined. */
  refusedDelivery(
    subscription: Subscription,
    { digest }: ResourceVersion,
    place: OfferedPlace = 'offered',
  ): number | undefined {
    const offered = this.#states.get(subscriptionKey(subscription))?.[place];
    if (offered?.digest !== digest || offered.deliveries < maxDeliveries) return undefined;
    return offered.deliveredAt;
  }

  /** Records that it does not accept a version. Returns false if that was known. */
  noteRefusal(subscription: Subscription, version: ResourceVersion, now: number): boolean {
    const state = this.#states.get(subscriptionKey(subscription));
    if (!state || state.refused?.version.digest === version.digest) return false;
    state.refused = { ...subscription, version, since: now };
    return true;
  }

  /** Records that it has the newest version. Returns whether it had refused one. */
  noteAcceptance(subscription: Subscription): boolean {
    const state = this.#states.get(subscriptionKey(subscription));
    const hadRefused = state?.refused !== undefined;
    delete state?.refused;
    delete state?.offered;
    delete state?.substitute;
    return hadRefused;
  }

  /** Records that it has an earlier version instead of the newest one, which it still refuses. */
  noteFallback(subscription: Subscription): void {
    const state = this.#states.get(subscriptionKey(subscription));
    delete state?.offered;
    delete state?.substitute;
  }

  /** Records that it refuses part of a table that it starts with, or part of the earlier table sent instead. */
  noteFailedStart(table: Digest, isFallback: boolean): void {
    const isFallbackRefused =
      isFallback || (this.failedStart?.table === table && this.failedStart.isFallbackRefused);
    this.failedStart = { table, isFallbackRefused };
  }

  get subscriptions(): readonly Subscription[] {
    return [...this.#states.values()].map(({ subscription }) => subscription);
  }

  get refused(): readonly RefusedVersion[] {
    return [...this.#states.values()].flatMap(({ refused }) => refused ?? []);
  }

  /**
   * Whether it has refused something or polled again without accepting it, so that the program may wait for long. A
   * secret that is new to the Envoy counts at once, since the Envoy may be unable to use its file.
   */
  get isRefusing(): boolean {
    return this.others.some(
      ({ subscription, accepted, refused, offered }) =>
        refused !== undefined ||
        (offered?.deliveries ?? 0) > 1 ||
        (subscription.service === 'secrets' && offered !== undefined && !accepted),
    );
  }

  /** Whether it refuses the program. */
  get isRefusingProgram(): boolean {
    return this.#program?.refused !== undefined;
  }

  /** The program version that it has accepted. */
  get program(): ResourceVersion | undefined {
    return this.#program?.accepted;
  }

  /** Whether it has accepted a program, so that it answers calls. */
  get isServing(): boolean {
    return this.program !== undefined;
  }

  /** Whether its program is known, including the case that it has none. */
  isKnown(now: number): boolean {
    return this.#hasStarted || this.#program !== undefined || now - this.#since > subscriptionLifetimeMs;
  }

  /** The program versions that it may have: accepted, offered or substituted. */
  get programs(): readonly ResourceVersion[] {
    const { accepted, offered, substitute } = this.#program ?? {};
    return [accepted, offered, substitute].flatMap((version) => version ?? []);
  }

  /** The versions that it has accepted, with their subscriptions. */
  get versions(): readonly (readonly [Subscription, ResourceVersion])[] {
    return [...this.#states.values()].flatMap(({ subscription, accepted }) =>
      accepted ? [[subscription, accepted] as const] : [],
    );
  }

  get #program(): SubscriptionState | undefined {
    return this.#states.get(subscriptionKey(programSubscription));
  }

  /** The states of all subscriptions except the program's. */
  get others(): readonly SubscriptionState[] {
    return [...this.#states.values()].filter(({ subscription }) => !isProgram(subscription));
  }

  /** Whether it polls for a subscription. */
  has(subscription: Subscription): boolean {
    return this.#states.has(subscriptionKey(subscription));
  }
}
