import { createHash } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Pool } from 'undici';

/** What a connection to an upstream depends on: equal settings share a pool. */
export interface PoolSettings {
  /** Scheme, host and port. */
  readonly origin: string;
  /** PEM certificates that are trusted beside the usual ones. */
  readonly ca?: string;
  /** The client certificate and its key, in PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
}

/** How long the gateway waits for an upstream, in milliseconds. */
export interface UpstreamTimeouts {
  readonly connectMs: number;
  /** From the end of the request to the headers of the answer. */
  readonly headersMs: number;
  /** Between two parts of the answer's body. */
  readonly bodyMs: number;
}

/** The pools that one generation uses. */
export interface PoolLease {
  /** Throws where the certificates or the key are not valid PEM. */
  poolFor(settings: PoolSettings): Pool;
  /** Closes, after their last request, the pools that no other lease uses. */
  end(): void;
}

/** The connections to all upstreams: they outlive the generations that use them. */
export interface UpstreamPools {
  openLease(): PoolLease;
  /** Breaks every connection off. */
  destroy(): Promise<void>;
}

interface SharedPool {
  readonly pool: Pool;
  leases: number;
}

/** Opens pools as they are asked for. */
export function createUpstreamPools(timeouts: UpstreamTimeouts): UpstreamPools {
  const pools = new Map<string, SharedPool>();
  return {
    openLease: () => openLease(pools, timeouts),
    destroy: async () => {
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
      pools.clear();
    },
  };
}

function openLease(pools: Map<string, SharedPool>, timeouts: UpstreamTimeouts): PoolLease {
  const held = new Set<string>();
  return {
    poolFor: (settings) => {
      const key = keyOf(settings);
      const shared = pools.get(key) ?? { pool: openPool(settings, timeouts), leases: 0 };
      if (!held.has(key)) shared.leases += 1;
      held.add(key);
      pools.set(key, shared);
      return shared.pool;
    },
    end: () => {
      for (const key of held) letGo(pools, key);
      held.clear();
    },
  };
}

function letGo(pools: Map<string, SharedPool>, key: string): void {
  const shared = pools.get(key);
  if (!shared) return;
  shared.leases -= 1;
  if (shared.leases > 0) return;
  pools.delete(key);
  // Closing waits for requests and cannot fail but by being closed already.
  shared.pool.close().catch(() => undefined);
}

function keyOf({ origin, ca, clientCertificate }: PoolSettings): string {
  const settings = [origin, ca, clientCertificate?.certificate, clientCertificate?.key];
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64');
}

function openPool(settings: PoolSettings, { connectMs, headersMs, bodyMs }: UpstreamTimeouts): Pool {
  const secureContext = createTlsContext(settings);
  return new Pool(settings.origin, {
    allowH2: false,
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    connect: { timeout: connectMs, ...(secureContext ? { secureContext } : {}) },
  });
}

/** Made once for a pool, since reading the usual certificates takes longer than a handshake. */
function createTlsContext({ origin, ca, clientCertificate }: PoolSettings): SecureContext | undefined {
  if (ca === undefined && !clientCertificate) return undefined;
  try {
    return createSecureContext({
      ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
      ...(clientCertificate ? { cert: clientCertificate.certificate, key: clientCertificate.key } : {}),
    });
  } catch {
    throw new Error(
      `The certificates for the upstream ${origin} are not valid PEM, or its key is not theirs.`,
    );
  }
}
