import { hash } from 'node:crypto';
import type { CircuitBreaker } from '#compiled/compiled-api.ts';
import {
  mergeTargetStates,
  type TargetState,
  type TargetStates,
} from '#runtime/ports/status/target-states.ts';
import { Circuit, type SteadyClock } from './circuit.ts';
import { HealthCheck, type ProbeSettings } from './health-check.ts';
import { type ConnectionLimits, UpstreamPool, type PoolSettings } from './upstream-pool.ts';

/** The settings for calls to an upstream's address. Targets with equal settings share one state. */
export interface TargetSettings {
  readonly pool: PoolSettings;
  /** The path before the resource path; empty at the root. */
  readonly basePath: string;
  readonly circuitBreaker?: CircuitBreaker;
  readonly healthCheck?: ProbeSettings;
}

/** The state of an address, shared by all generations. */
export interface SharedTarget {
  /** Scheme, host, port and base path. */
  readonly url: string;
  readonly pool: UpstreamPool;
  readonly circuit: Circuit | undefined;
  readonly health: HealthCheck | undefined;
}

/** A change of an upstream's state. */
export interface UpstreamChange {
  /** Its address: scheme, host, port and base path. */
  readonly url: string;
  readonly change: 'opened' | 'closed' | 'healthy' | 'unhealthy';
}

/** An upstream with a state to report. */
export interface UpstreamState {
  readonly url: string;
  /** Whether its circuit is open; absent if it has never been open. */
  readonly isOpen?: boolean;
  /** Absent without a health check. */
  readonly isHealthy?: boolean;
}

/** The targets that one generation uses. */
export interface PoolLease {
  /** Throws if the certificates or the key are not valid PEM. */
  targetFor(settings: TargetSettings): SharedTarget;
  /** Closes, after their last request, the pools that no other lease uses. */
  end(): void;
}

interface UpstreamPoolsOptions {
  readonly clock: SteadyClock;
  readonly limits: ConnectionLimits;
  readonly report: (change: UpstreamChange) => void;
}

/** The connections to all upstreams and the state of these upstreams. They outlive the generations that use them. */
export class UpstreamPools {
  readonly #options: UpstreamPoolsOptions;
  readonly #pools = new SharedByKey<UpstreamPool>((pool) => this.#end(pool));
  readonly #targets = new SharedByKey<SharedTarget & { readonly poolKey: string }>((target) => {
    target.health?.stop();
    this.#pools.release(target.poolKey);
  });
  /** The pools that wait for their last responses. */
  readonly #ending = new Set<UpstreamPool>();

  constructor(options: UpstreamPoolsOptions) {
    this.#options = options;
  }

  openLease(): PoolLease {
    const held = new Map<string, SharedTarget>();
    return {
      targetFor: (settings) => {
        const key = keyOf(settings);
        const target = held.get(key) ?? this.#targets.acquire(key, () => this.#openTarget(settings));
        held.set(key, target);
        return target;
      },
      end: () => {
        for (const key of held.keys()) this.#targets.release(key);
        held.clear();
      },
    };
  }

  /** The upstreams with a health check, or whose circuit has been open before; several may have the same URL. */
  states(): readonly UpstreamState[] {
    return this.#targets
      .values()
      .filter(({ circuit, health }) => circuit?.hasOpened || health)
      .map(({ url, circuit, health }) => ({
        url,
        ...(circuit?.hasOpened && { isOpen: circuit.isOpen }),
        ...(health && { isHealthy: health.isHealthy }),
      }));
  }

  /** The states of targets, by their declared addresses. */
  statesOf(targets: readonly string[]): TargetStates {
    const wanted = new Map(targets.map((target) => [urlOf(readAddress(target)), target]));
    const found = this.#targets.values().flatMap(({ url, circuit, health }) => {
      const target = wanted.get(url);
      if (target === undefined || !(circuit?.hasOpened || health)) return [];
      // A circuit that only waits for a call blocks none; without calls it would stay open for ever.
      const state = {
        ...(circuit?.hasOpened && { isOpen: circuit.waitMs() > 0 }),
        ...(health && (health.isProbed ? { isHealthy: health.isHealthy } : { isUnprobed: true as const })),
      };
      return [new Map<string, TargetState>([[target, state]])];
    });
    return mergeTargetStates(found);
  }

  /** Aborts every connection. */
  async destroy(): Promise<void> {
    this.#targets.closeAll();
    await Promise.all([...this.#ending].map((pool) => pool.abort()));
  }

  #openTarget(settings: TargetSettings) {
    const { clock, limits, report } = this.#options;
    const { circuitBreaker, healthCheck } = settings;
    const url = urlOf({ origin: settings.pool.origin, basePath: settings.basePath });
    const onChange = (change: UpstreamChange['change']) => report({ url, change });
    const poolKey = keyOf(settings.pool);
    const pool = this.#pools.acquire(poolKey, () => new UpstreamPool(settings.pool, limits));
    return {
      url,
      poolKey,
      pool,
      circuit: circuitBreaker && new Circuit(circuitBreaker, clock, onChange),
      health: healthCheck && new HealthCheck(pool, healthCheck, onChange),
    };
  }

  #end(pool: UpstreamPool): void {
    this.#ending.add(pool);
    void pool.end().then(() => this.#ending.delete(pool));
  }
}

/** The parts of the address of a target. */
export interface TargetAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The value of the Host header. */
  readonly host: string;
  /** The path before the resource path; empty at the root. */
  readonly basePath: string;
}

/** The address of a target, as it is declared. */
export function readAddress(url: string): TargetAddress {
  const { origin, host, pathname } = new URL(url);
  return { origin, host, basePath: pathname.replace(/\/$/, '') };
}

function urlOf({ origin, basePath }: Omit<TargetAddress, 'host'>): string {
  return origin + basePath;
}

/** The longest key, in characters, that is cheaper to store than to hash. */
const maxKeyLength = 1000;

/** The key of settings: their JSON, or its digest if it is long, as with certificates. */
function keyOf(settings: PoolSettings | TargetSettings): string {
  const text = JSON.stringify(settings);
  return text.length > maxKeyLength ? hash('sha256', text, 'base64') : text;
}

/** Values that are shared by key: the first user opens a value, and the last one closes it. */
class SharedByKey<T> {
  readonly #close: (value: T) => void;
  readonly #held = new Map<string, { readonly value: T; holders: number }>();

  constructor(close: (value: T) => void) {
    this.#close = close;
  }

  acquire(key: string, open: () => T): T {
    const held = this.#held.get(key) ?? { value: open(), holders: 0 };
    held.holders += 1;
    this.#held.set(key, held);
    return held.value;
  }

  release(key: string): void {
    const held = this.#held.get(key);
    if (!held) return;
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#held.delete(key);
    this.#close(held.value);
  }

  values(): readonly T[] {
    return [...this.#held.values()].map(({ value }) => value);
  }

  /** Closes everything, even if it is still in use. */
  closeAll(): void {
    for (const { value } of this.#held.values()) this.#close(value);
    this.#held.clear();
  }
}
