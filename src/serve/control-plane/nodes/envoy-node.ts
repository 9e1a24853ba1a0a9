import type { Digest } from '#compiled/digest.ts';
import {
  isProgram,
  programSubscription,
  type Subscription,
  subscriptionKey,
} from '../protocol/discovery-types.ts';
import { subscriptionLifetimeMs } from '../protocol/poll-times.ts';
import type { ResourceVersion } from '../protocol/version-info.ts';

/** How often a version is sent before it counts as refused: an answer can be lost, but hardly twice in a row. */
const maxDeliveries = 2;

/** What an Envoy has of one subscription, by its polls. */
export interface SubscriptionState {
  readonly subscription: Subscription;
  polledAt: number;
  /** Undefined if it has none. */
  accepted: ResourceVersion | undefined;
  /** The newer version that it was sent. */
  offered?: OfferedVersion;
  /** The one in its place that it was sent since it refuses that. */
  substitute?: OfferedVersion;
  refused?: RefusedVersion;
}

/** What an Envoy was sent: the newest version that it can take, or another one since it refuses that. */
export type OfferedPlace = 'offered' | 'substitute';

/** How often an Envoy was sent a version that it has not accepted, when last, and in which variant of its text; undefined for the usual one. */
interface OfferedVersion extends ResourceVersion {
  readonly deliveries: number;
  readonly deliveredAt: number;
  readonly variant: number | undefined;
}

/** The newest table, of which an Envoy that starts refuses something. */
export interface FailedStart {
  readonly table: Digest;
  /** Whether it also refuses something of the earlier table that it was sent in its place. */
  readonly isFallbackRefused: boolean;
}

/** A version that an Envoy does not accept, so that it keeps its previous one. */
export interface RefusedVersion extends Subscription {
  readonly version: ResourceVersion;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
}

/** What the control plane knows of one Envoy, all of it from its polls. */
export class EnvoyNode {
  readonly name: string;
  readonly #states = new Map<string, SubscriptionState>();
  /** Since when it polls here, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly #since: number;
  /** Whether it had nothing at its first poll. */
  readonly #hasStarted: boolean;
  polledAt = 0;
  /** The table that it could not start with, until there is a newer one. */
  failedStart: FailedStart | undefined;

  constructor(name: string, hasStarted: boolean, now: number) {
    this.name = name;
    this.#hasStarted = hasStarted;
    this.#since = now;
  }

  /** Records a poll, and forgets the subscriptions that it has given up. */
  notePoll(subscription: Subscription, accepted: ResourceVersion | undefined, now: number): void {
    const key = subscriptionKey(subscription);
    const state = this.#states.get(key);
    if (state) Object.assign(state, { accepted, polledAt: now });
    else this.#states.set(key, { subscription, accepted, polledAt: now });
    for (const [other, { polledAt }] of this.#states)
      if (now - polledAt > subscriptionLifetimeMs) this.#states.delete(other);
  }

  /** `variant` is that of the text that it was sent; undefined for the usual one. */
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

  /** What it was sent last, and has not accepted. */
  lastOffer(subscription: Subscription): OfferedVersion | undefined {
    const { offered, substitute } = this.#states.get(subscriptionKey(subscription)) ?? {};
    return (offered?.deliveredAt ?? 0) < (substitute?.deliveredAt ?? 0) ? substitute : offered;
  }

  /** When a version was delivered that it did not accept although it was sent repeatedly; undefined if it was not. */
  refusedDelivery(
    subscription: Subscription,
    { digest }: ResourceVersion,
    place: OfferedPlace = 'offered',
  ): number | undefined {
    const offered = this.#states.get(subscriptionKey(subscription))?.[place];
    if (offered?.digest !== digest || offered.deliveries < maxDeliveries) return undefined;
    return offered.deliveredAt;
  }

  /** Records that it does not accept a version; returns whether that is new. */
  noteRefusal(subscription: Subscription, version: ResourceVersion, now: number): boolean {
    const state = this.#states.get(subscriptionKey(subscription));
    if (!state || state.refused?.version.digest === version.digest) return false;
    state.refused = { ...subscription, version, since: now };
    return true;
  }

  /** Records that it has the newest version; returns whether it had refused one. */
  noteAcceptance(subscription: Subscription): boolean {
    const state = this.#states.get(subscriptionKey(subscription));
    const hadRefused = state?.refused !== undefined;
    delete state?.refused;
    delete state?.offered;
    delete state?.substitute;
    return hadRefused;
  }

  /** Records that it has an earlier version in place of the newest one, which it still refuses. */
  noteFallback(subscription: Subscription): void {
    const state = this.#states.get(subscriptionKey(subscription));
    delete state?.offered;
    delete state?.substitute;
  }

  /** Records that it refuses something of a table that it starts with, or of an earlier one in its place. */
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
   * Whether it has polled again without something that it was sent, so that the program may have to wait for long. Of a
   * secret that is new to it, whose file it may be unable to use, that is not waited for.
   */
  get isRefusing(): boolean {
    return this.others.some(
      ({ subscription, accepted, refused, offered }) =>
        refused !== undefined ||
        (offered?.deliveries ?? 0) > 1 ||
        (subscription.service === 'secrets' && offered !== undefined && !accepted),
    );
  }

  /** Whether it refuses the program itself. */
  get isRefusingProgram(): boolean {
    return this.#program?.refused !== undefined;
  }

  /** The version of the program that it has. */
  get program(): ResourceVersion | undefined {
    return this.#program?.accepted;
  }

  /** Whether it answers calls, by a program that it has accepted. */
  get isServing(): boolean {
    return this.program !== undefined;
  }

  /** Whether it is known which program it has, or that it has none. */
  isKnown(now: number): boolean {
    return this.#hasStarted || this.#program !== undefined || now - this.#since > subscriptionLifetimeMs;
  }

  /** The versions of the program that it may have. */
  get programs(): readonly ResourceVersion[] {
    const { accepted, offered, substitute } = this.#program ?? {};
    return [accepted, offered, substitute].flatMap((version) => version ?? []);
  }

  /** The versions that it has, by subscription. */
  get versions(): readonly (readonly [Subscription, ResourceVersion])[] {
    return [...this.#states.values()].flatMap(({ subscription, accepted }) =>
      accepted ? [[subscription, accepted] as const] : [],
    );
  }

  get #program(): SubscriptionState | undefined {
    return this.#states.get(subscriptionKey(programSubscription));
  }

  /** What it has of all but its program. */
  get others(): readonly SubscriptionState[] {
    return [...this.#states.values()].filter(({ subscription }) => !isProgram(subscription));
  }

  /** Whether it polls for something. */
  has(subscription: Subscription): boolean {
    return this.#states.has(subscriptionKey(subscription));
  }
}
