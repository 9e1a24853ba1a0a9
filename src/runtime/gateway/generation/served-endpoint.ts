import type { CompiledEndpoint, EndpointAuthentication } from '#compiled/compiled-api.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import { foldName } from '#compiled/header-fate.ts';
import { isUnrelatedToUpstream } from '../upstream/reject-upstream-failure.ts';
import type { PoolSettings, UpstreamPool } from '../upstream/upstream-pool.ts';
import type { PoolLease, SharedTarget, TargetSettings } from '../upstream/upstream-pools.ts';
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
  /** The timeouts for the head of its response, and between parts of its body. */
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

  /** Whether it is healthy according to its health checks. */
  get isHealthy(): boolean {
    return this.#shared.health?.isHealthy ?? true;
  }

  /** Whether it may be called now; one that may has to be. */
  allowsCall(): boolean {
    return this.#shared.circuit?.allowsCall() ?? true;
  }

  /** How long it is until it may be called; 0 if it may. */
  waitMs(): number {
    return this.#shared.circuit?.waitMs() ?? 0;
  }

  /** It has responded, which is not a success for a gateway status (RFC 9110 section 15.6). */
  answered(status: number): void {
    if (status === 502 || status === 503 || status === 504) this.#shared.circuit?.failed();
    else this.#shared.circuit?.succeeded();
  }

  succeeded(): void {
    this.#shared.circuit?.succeeded();
  }

  /** It did not respond as a healthy service does. A client that disconnected does not count. */
  failed(error: Error): void {
    if (!isUnrelatedToUpstream(error)) this.#shared.circuit?.failed();
  }

  /** It did not take a request that it had refused before, either. */
  refusedAgain(): void {
    this.#shared.circuit?.failed();
  }

  /** The response that it began to a call has no end. */
  aborted(error: Error): void {
    if (!isUnrelatedToUpstream(error)) this.#shared.circuit?.aborted();
  }
}

/** Of all endpoints without credentials, so that their calls read the same memory. */
const noNames: ReadonlySet<string> = new Set();

/** An upstream service, ready to be called. */
export class ServedEndpoint {
  /** Headers that make the gateway known to it, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names of these, folded: no client may send what an upstream could take for one of them. */
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

  /** The path before the resource path, of its first target; empty at the root. */
  get basePath(): string {
    return this.#targets[0]?.basePath ?? '';
  }

  /**
   * The target whose turn it is: a healthy one that was not tried, else any that was not tried, else any. Undefined
   * while the circuits of all targets are open. The caller has to call the target that it gets.
   */
  nextTarget(tried: readonly UpstreamTarget[]): UpstreamTarget | undefined {
    return (
      this.#take(tried, 'healthy') ?? this.#take(tried) ?? (tried.length > 0 ? this.#take([]) : undefined)
    );
  }

  /** The response to a call if no target may be called; it states when the first of them may be. */
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

/** Reads the secrets of an endpoint and opens its connections. Throws if they are not usable. */
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

type TargetAddress = Pick<UpstreamTarget, 'origin' | 'host' | 'basePath'>;

function readAddress(url: string): TargetAddress {
  const { origin, host, pathname } = new URL(url);
  return { origin, host, basePath: pathname.replace(/\/$/, '') };
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

/** The headers, by lower-case name, that make the gateway known to an upstream. Throws if one cannot be sent. */
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

/** Checked here, so that a line break in a secret does not fail every single call. */
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
