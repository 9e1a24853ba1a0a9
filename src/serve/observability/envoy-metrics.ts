import { Counter, Gauge, type Registry } from 'prom-client';
import type { Digest } from '#compiled/digest.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import type { NodeState } from '../control-plane/describe-node.ts';

/**
 * Whether an Envoy has the published table (`current`), an earlier table or parts of both (`behind`), or refuses a
 * version.
 */
const nodeStates = ['current', 'behind', 'refusing'] as const;

function stateOf(
  { accepted, refused }: NodeState,
  published: Digest | undefined,
): (typeof nodeStates)[number] {
  if (refused.length > 0) return 'refusing';
  return accepted === published ? 'current' : 'behind';
}

/** The metrics of Envoys, which only control planes export. */
export class EnvoyMetrics {
  readonly #registry: Registry;
  readonly #refusals = new Counter({
    name: 'gatewright_envoy_refusals_total',
    help: 'Versions of resources that an Envoy has refused.',
    registers: [],
  });

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Exports how many Envoys have the published table, and whether the served table could not be published. */
  watch(controlPlane: ControlPlane): void {
    const nodes = new Gauge({
      name: 'gatewright_envoy_nodes',
      help: 'Envoys that have polled in the last ten minutes, by what they have of the published table.',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.reset();
        for (const state of nodeStates) this.set({ state }, 0);
        for (const node of controlPlane.nodes()) this.inc({ state: stateOf(node, controlPlane.published) });
      },
    });
    const unpublished = new Gauge({
      name: 'gatewright_envoy_table_unpublished',
      help: '1 if Envoy cannot honour the served table, so that an earlier one is published.',
      registers: [],
      collect() {
        this.set(controlPlane.failure ? 1 : 0);
      },
    });
    for (const metric of [nodes, this.#refusals, unpublished]) this.#registry.registerMetric(metric);
  }

  countRefusal(): void {
    this.#refusals.inc();
  }
}
