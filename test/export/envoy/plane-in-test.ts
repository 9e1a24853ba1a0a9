import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Client } from 'undici';
import { onTestFinished } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { discoveryBootstrap, discoveryFiles } from '#export/envoy/discovery-files.ts';
import type { EnvoyOptions } from '#export/envoy/envoy-options.ts';
import { exportEnvoy } from '#export/envoy/export-envoy.ts';
import { keepReferenced, referencedIn, type Referenced } from '#export/envoy/keep-referenced.ts';
import { openFolder, startEnvoy } from './envoy-in-test.ts';

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
/** The public key that tokens of the tests are signed with. */
export const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };

/** The options of an export to a folder, which has the public key of the tests; `accepted` are codes of deviations. */
export function planeOptions(folder: string, accepted: readonly string[] = []): EnvoyOptions {
  return {
    listener: { host: '127.0.0.1', port: 0, tls: 'off' },
    keys: { keySet: JSON.stringify(jwks) },
    discovery: { folder },
    folder,
    authorities: '/etc/ssl/certs/ca-certificates.crt',
    accepted: ['request_validation', ...accepted],
  };
}

interface PlaneSetup {
  /** Codes of deviations. */
  readonly accepted?: readonly string[] | undefined;
  /** Default: off. */
  readonly tls?: EnvoyOptions['listener']['tls'];
  /** Changes the text of each file that Envoy reads. */
  readonly adjust?: (text: string) => string;
  /** Changes the text of the bootstrap. */
  readonly adjustBootstrap?: (text: string) => string;
}

/**
 * Replaces the files of a folder by those of a table, each by one rename, and returns what the table's program refers to;
 * `earlier` is what an earlier one refers to.
 */
async function writeExport(
  folder: string,
  table: Compiled,
  { accepted, tls = 'off', adjust = (text) => text }: PlaneSetup = {},
  earlier: readonly Referenced[] = [],
): Promise<Referenced> {
  const options = planeOptions(folder, accepted);
  const { resources, refusals } = exportEnvoy(table, { ...options, listener: { ...options.listener, tls } });
  if (refusals.length > 0) throw new Error(JSON.stringify(refusals));
  for (const { path, content } of discoveryFiles(keepReferenced(resources, earlier), table.digest)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, adjust(content));
    await rename(`${file}.new`, file);
  }
  return referencedIn(resources);
}

export interface CallInTest {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD';
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** Starts Envoy with the files of a table. */
export async function startPlane(table: Compiled, setup?: PlaneSetup) {
  const folder = await openFolder();
  let referenced = await writeExport(folder, table, setup);
  const { adjustBootstrap = (text: string) => text } = setup ?? {};
  const bootstrap = adjustBootstrap(JSON.stringify(discoveryBootstrap({ folder, adminPort: 0 })));
  const envoy = await startEnvoy(folder, JSON.parse(bootstrap) as object);
  const call = async (path: string, { method = 'GET', token, headers, body }: CallInTest = {}) => {
    // Unlike a URL it keeps every path as it is.
    const client = new Client(new URL(envoy.urlOf('calls')).origin);
    const response = await client.request({
      path,
      method,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.body.text();
    await client.close();
    return { status: response.statusCode, headers: response.headers, text, code: codeOf(text) };
  };
  const apply = async (next: Compiled) => {
    referenced = await writeExport(folder, next, setup, [referenced]);
  };
  return { ...envoy, call, folder, apply };
}

function codeOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { readonly code?: string }).code;
  } catch {
    return undefined;
  }
}

/** Signs an access token of an application of the tests; the claims may be changed. */
export function signToken(
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, string>> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: 'https://keys.example.edu',
    aud: 'https://gateway.example.edu',
    sub: 'client:Walker-production',
    client_id: claims['key_set'] === 'sandbox' ? 'Walker-sandbox' : 'Walker-production',
    key_set: 'production',
    iat: now,
    exp: now + 600,
    jti: 'token-1',
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k1', ...header })
    .sign(privateKey);
}

/** An upstream that answers with its name, and what it has received. */
export async function openRecorder(name: string) {
  const received: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders }[] =
    [];
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    received.push({ method, url, headers });
    incoming.resume().on('end', () => {
      response.setHeader('x-upstream', name);
      response.end(name);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address with a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
