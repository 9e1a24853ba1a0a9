import { validateHeaderValue } from 'node:http';
import type { Pool } from 'undici';
import type { CompiledEndpoint, EndpointAuthentication } from '../../compiled/compiled-api.ts';
import type { SecretOf } from '../ports/secrets.ts';
import { foldName } from './fold-name.ts';
import type { PoolLease, PoolSettings } from './upstream-pools.ts';

/** One address that calls are forwarded to. */
export interface UpstreamTarget {
  readonly pool: Pool;
  /** The value of the Host header. */
  readonly host: string;
  readonly origin: string;
  /** What precedes the resource path; empty at the root. */
  readonly basePath: string;
}

/** An upstream service, ready to be called. */
export interface ServedEndpoint {
  /** Headers that make the gateway known to it, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names of these, folded: no client may send what an upstream could take for one of them. */
  readonly ownNames: ReadonlySet<string>;
  /** Its targets in turn. */
  nextTarget(): UpstreamTarget;
}

/** Reads the secrets of an endpoint and opens its connections. Throws where they are not usable. */
export function serveEndpoint(
  endpoint: CompiledEndpoint,
  secretOf: SecretOf,
  lease: PoolLease,
): ServedEndpoint {
  const tls = tlsSettings(endpoint, secretOf);
  const targets = endpoint.targets.map((target) => openTarget(target, tls, lease));
  const headers = authenticationHeaders(endpoint.auth, secretOf);
  return { headers, ownNames: new Set(Object.keys(headers).map(foldName)), nextTarget: takeTurns(targets) };
}

function tlsSettings({ ca, auth }: CompiledEndpoint, secretOf: SecretOf): Omit<PoolSettings, 'origin'> {
  const declared = auth?.clientCertificate;
  return {
    ...(ca ? { ca: secretOf(ca) } : {}),
    ...(declared
      ? { clientCertificate: { certificate: secretOf(declared.certificate), key: secretOf(declared.key) } }
      : {}),
  };
}

function openTarget(target: string, tls: Omit<PoolSettings, 'origin'>, lease: PoolLease): UpstreamTarget {
  const { origin, host, pathname } = new URL(target);
  return { pool: lease.poolFor({ origin, ...tls }), host, origin, basePath: pathname.replace(/\/$/, '') };
}

function authenticationHeaders(
  auth: EndpointAuthentication | undefined,
  secretOf: SecretOf,
): Record<string, string> {
  if (auth?.header)
    return { [auth.header.name.toLowerCase()]: checkHeader(auth.header.name, secretOf(auth.header.value)) };
  if (!auth?.basic) return {};
  const credentials = `${secretOf(auth.basic.username)}:${secretOf(auth.basic.password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Checked here, so that a line break in a secret does not fail every single call. */
function checkHeader(name: string, value: string): string {
  try {
    validateHeaderValue(name, value);
    return value;
  } catch {
    throw new Error(`The secret for the header ${name} of an upstream holds characters that no header can.`);
  }
}

function takeTurns(targets: readonly UpstreamTarget[]): () => UpstreamTarget {
  let turn = 0;
  return () => {
    const target = targets[turn % targets.length];
    if (!target) throw new Error('an endpoint has no target');
    turn = (turn + 1) % targets.length;
    return target;
  };
}
