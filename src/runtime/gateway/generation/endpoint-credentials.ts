import { validateHeaderValue } from 'node:http';
import type { CompiledEndpoint, EndpointAuthentication } from '#compiled/compiled-api.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';
import type { PoolSettings } from '../upstream/upstream-pool.ts';

/** Reads the TLS material for the connections of an endpoint. */
export function readTlsMaterial(
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

/** Shared by all endpoints without credentials. */
const noHeaders: Readonly<Record<string, string>> = {};

/** The headers, by lower-case name, that make the gateway known to an upstream. Throws if one cannot be sent. */
export function readAuthentication(
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
