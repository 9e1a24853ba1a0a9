import { EnvoyNode } from './envoy-node.ts';
import { subscriptionLifetimeMs } from '../protocol/poll-times.ts';
import { nodeLifetimeMs } from '../../served/control-plane-settings.ts';

/** How many Envoys are known at a time, since many can share a certificate. */
const maxNodes = 10_000;

/** The Envoys that have polled lately. */
export class KnownNodes {
  readonly #nodes = new Map<string, EnvoyNode>();

  /** By name. */
  get all(): ReadonlyMap<string, EnvoyNode> {
    return this.#nodes;
  }

  /** One that polls, and has nothing if it has started just now; undefined if there are too many. */
  named(name: string, hasStarted: boolean, now: number): EnvoyNode | undefined {
    const known = this.#nodes.get(name);
    if (known) return known;
    this.forget(now - nodeLifetimeMs);
    // An Envoy that polls is not forgotten, whatever number of names somebody polls with.
    if (this.#nodes.size >= maxNodes) this.forget(now - subscriptionLifetimeMs);
    if (this.#nodes.size >= maxNodes) return undefined;
    const node = new EnvoyNode(name, hasStarted, now);
    this.#nodes.set(name, node);
    return node;
  }

  /** Forgets those that have not polled since a time. */
  forget(since: number): void {
    for (const [name, { polledAt }] of this.#nodes) if (polledAt < since) this.#nodes.delete(name);
  }
}
