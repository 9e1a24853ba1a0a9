import { EnvoyNode } from './envoy-node.ts';
import { subscriptionLifetimeMs } from '../protocol/poll-times.ts';
import { nodeLifetimeMs } from '../../served/control-plane-settings.ts';

/** How many Envoys are tracked at a time; the number is limited because many can share a certificate. */
const maxNodes = 10_000;

/** The Envoys that have polled recently. */
export class KnownNodes {
  readonly #nodes = new Map<string, EnvoyNode>();

  /** Envoys by name. */
  get all(): ReadonlyMap<string, EnvoyNode> {
    return this.#nodes;
  }

  /**
   * Returns the node of a name, and adds it at its first poll. `hasStarted` means that it has no resources yet.
   * Undefined if there are too many nodes.
   */
  named(name: string, hasStarted: boolean, now: number): EnvoyNode | undefined {
    const known = this.#nodes.get(name);
    if (known) return known;
    this.forget(now - nodeLifetimeMs);
    // An Envoy that still polls is not removed, however many names a client polls with.
    if (this.#nodes.size >= maxNodes) this.forget(now - subscriptionLifetimeMs);
    if (this.#nodes.size >= maxNodes) return undefined;
    const node = new EnvoyNode(name, hasStarted, now);
    this.#nodes.set(name, node);
    return node;
  }

  /** Removes the nodes that have not polled since a time. */
  forget(since: number): void {
    for (const [name, { polledAt }] of this.#nodes) if (polledAt < since) this.#nodes.delete(name);
  }
}
