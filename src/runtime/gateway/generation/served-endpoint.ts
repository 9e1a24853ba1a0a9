import type { CompiledEndpoint, EndpointAuthentication } from '#compiled/compiled-api.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import { foldName } from '#compiled/header-fate.ts';
import { isUnrelatedToUpstream } from '../upstream/reject-upstream-failure.ts';
import type { PoolSettings, UpstreamPool } from '../upstream/upstream-pool.ts';
import {
  readAddress,
  type PoolLease,
  type SharedTarget,
  type TargetAddress,
  type TargetSettings,
} from '../upstream/upstream-pools.ts';
import { validateHeaderValue } from 'node:http';

/** Shared by all endpoints without credentials. */
const noHeaders: Readonly<Record<string, string>> = {};

/** One address that calls are forwarded to. */
export class UpstreamTarget {
  readonly pool: UpstreamPool;
  /** The value of the Host header. */
  readonly host: string;
  readonly origin: string;
  /** The path before the resource path; empty at the root. */
  readonly basePath: string;
  /** The timeouts for the head of a response, and between two parts of its body. */
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly #shared: SharedTarget;

  constructor(address: TargetAddress, timeouts: CompiledEndpoint['timeouts'], shared: SharedTarget) {
    this.pool = shared.pool;
    this.host = address.host;
    this.origin = address.origin;
    this.basePath = address.basePath;
    this.firstByteMs = timeouts.firstByteMs;
    this.idleMs = timeouts.idleMs;
    this.#shared = shared;
  }

  /** False only while its health checks fail. */
  get isHealthy(): boolean {
    return this.#shared.health?.isHealthy ?? true;
  }

  /**
   * Whether a call may be sent now. After `true`, the caller must send it: it may be the only trial of an open circuit.
   */
  allowsCall(): boolean {
    return this.#shared.circuit?.allowsCall() ?? true;
  }

  /** Milliseconds until it may be called; 0 if it may be called now. */
  waitMs(): number {
    return this.#shared.circuit?.waitMs() ?? 0;
  }

  /** Records a response. The statuses 502, 503 and 504 of a gateway count as failures (RFC 9110 section 15.6). */
  answered(status: number): void {
    if (status === 502 || status === 503 || status === 504) this.#shared.circuit?.failed();
    else this.#shared.circuit?.succeeded();
  }

  succeeded(): void {
    this.#shared.circuit?.succeeded();
  }

  /** Records a failure, unless the error is unrelated to the upstream, such as a client that disconnected. */
  failed(error: Error): void {
    if (!isUnrelatedToUpstream(error)) this.#shared.circuit?.failed();
  }

  /** Records that it refused a request, and that the request is not sent to it again. */
  refusedAgain(): void {
    this.#shared.circuit?.failed();
  }

  /** Records that a response was aborted after it began. */
  aborted(error: Error): void {
    if (!isUnrelatedToUpstream(error)) this.#shared.circuit?.aborted();
  }
}

/** Shared by all endpoints without credentials, so that their calls read the same memory. */
const noNames: ReadonlySet<string> = new Set();

/** An upstream service, ready to be called. */
export class ServedEndpoint {
  /** The credentials of the gateway for the upstream, as headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The folded names of these headers. Client headers that an upstream could take for one of them are not forwarded.
   */
  readonly ownNames: ReadonlySet<string>;
  /** How often a call that failed may be tried again. */
  readonly retries: number;
  readonly isHttp2: boolean;
  readonly #targets: readonly UpstreamTarget[];
  #turn = 0;

  constructor(
    { retries, http2 }: CompiledEndpoint,
    headers: Readonly<Record<string, string>>,
    targets: readonly UpstreamTarget[],
  ) {
    this.headers = headers;
    const names = Object.keys(headers).map(foldName);
    this.ownNames = names.length > 0 ? new Set(names) : noNames;
    this.retries = retries;
    this.isHttp2 = http2;
    this.#targets = targets;
  }

  /** The base path of its first target; empty at the root. */
  get basePath(): string {
    return this.#targets[0]?.basePath ?? '';
  }

  /**
   * The next target in turn. Healthy targets that were not tried are preferred, then other targets that were not tried.
   * Undefined while the circuits of all targets are open. The caller must send the call to the returned target.
   */
  nextTarget(tried: readonly UpstreamTarget[]): UpstreamTarget | undefined {
    return (
      this.#take(tried, 'healthy') ?? this.#take(tried) ?? (tried.length > 0 ? this.#take([]) : undefined)
    );
  }

  /**
   * The rejection of a call while no target may be called. Its Retry-After header states when the first target may be.
   */
  rejectUnavailable(): Rejection {
    const waitMs = Math.min(...this.#targets.map((target) => target.waitMs()));
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    return { code: 'upstream_unavailable', headers: { 'retry-after': String(seconds) } };
  }

  #take(tried: readonly UpstreamTarget[], only?: 'healthy'): UpstreamTarget | undefined {
    const count = this.#targets.length;
    for (let step = 0; step < count; step++) {
      const index = (this.#turn + step) % count;
      const target = this.#targets[index];
      if (!target || (only && !target.isHealthy) || tried.includes(target) || !target.allowsCall()) continue;
      this.#turn = index + 1;
      return target;
    }
    return undefined;
  }
}

/** Reads the secrets of an endpoint and opens its connections. Throws if a secret is not usable. */
export function serveEndpoint(
  endpoint: CompiledEndpoint,
  secretOf: SecretOf,
  lease: PoolLease,
): ServedEndpoint {
  const headers = readAuthentication(endpoint.auth, secretOf);
  const tls = readTlsMaterial(endpoint, secretOf);
  const targets = endpoint.targets.map((url) => {
    const address = readAddress(url);
    const shared = lease.targetFor(settingsOf(endpoint, address, { headers, tls }));
    return new UpstreamTarget(address, endpoint.timeouts, shared);
  });
  return new ServedEndpoint(endpoint, headers, targets);
}

interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: Pick<PoolSettings, 'ca' | 'clientCertificate'>;
}

function settingsOf(
  { timeouts, maxConnections, http2, circuitBreaker, healthCheck }: CompiledEndpoint,
  { origin, host, basePath }: TargetAddress,
  { headers, tls }: Credentials,
): TargetSettings {
  return {
    pool: { origin, ...tls, connectMs: timeouts.connectMs, maxConnections, isHttp2: http2 },
    basePath,
    ...(circuitBreaker ? { circuitBreaker } : {}),
    ...(healthCheck
      ? { healthCheck: { ...healthCheck, headers: { host, ...headers, 'user-agent': 'gatewright' } } }
      : {}),
  };
}

/** Reads the TLS material for the connections of an endpoint. */
function readTlsMaterial(
  { ca, auth }: CompiledEndpoint,
  secretOf: SecretOf,
): Pick<PoolSettings, 'ca' | 'clientCertificate'> {
  const declared = auth?.clientCertificate;
  return {
    ...(ca ? { ca: secretOf(ca) } : {}),
    ...(declared
      ? { clientCertificate: { certificate: secretOf(declared.certificate), key: secretOf(declared.key) } }
      : {}),
  };
}

/** The credentials for an upstream, as headers by lower-case name. Throws if a header cannot be sent. */
function readAuthentication(
  auth: EndpointAuthentication | undefined,
  secretOf: SecretOf,
): Readonly<Record<string, string>> {
  if (auth?.header)
    return { [auth.header.name.toLowerCase()]: checkHeader(auth.header.name, secretOf(auth.header.value)) };
  if (!auth?.basic) return noHeaders;
  const credentials = `${secretOf(auth.basic.username)}:${secretOf(auth.basic.password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Throws here for a secret with a line break, which would otherwise fail every call. */
function checkHeader(name: string, value: string): string {
  try {
    validateHeaderValue(name, value);
    return value;
  } catch {
    throw new Error(
      `The secret for the header ${name} of an upstream contains characters that are not allowed in a header.`,
    );
  }
}
