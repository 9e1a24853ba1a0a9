import { once } from 'node:events';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Authority } from '../../serve/control-plane/authority-in-test.ts';
import type { Surroundings } from './open-fleet.ts';

/** Only answers clients with a certificate of the authority. */
export async function openGuardedUpstream(authority: Authority): Promise<string> {
  authority.issue('localhost');
  const tls = await authority.read('localhost');
  const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (_request, response) =>
    response.end('guarded'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

export const certificate = 'secrets/client.pem';
export const key = 'secrets/client-key.pem';
export const keyHeader = 'secrets/header';

/** An API whose upstream takes a client certificate. */
export function declareGuarded(url: string): string {
  const auth = `{ clientCertificate: { certificate: { fromFile: ${certificate} }, key: { fromFile: ${key} } } }`;
  const production = `{ url: '${url}', ca: { fromFile: secrets/ca.pem }, auth: ${auth} }`;
  return [
    `kind: Api\nname: Guarded\ncontext: /guarded\nversion: v1\nstate: published\nowner: parks\ndefinition: ../dog_park/openapi.yaml\nendpoints: { production: ${production} }\n`,
    'kind: Subscription\napplication: Soak\napi: Guarded/v1\ntier: unlimited\n',
  ].join('---\n');
}

/** An API whose upstream takes a header, of which the Envoys have the value. */
export function declareKeyed(url: string): string {
  const production = `{ url: '${url}', auth: { header: { name: X-Key, value: { fromFile: ${keyHeader} } } } }`;
  return `kind: Api\nname: Keyed\ncontext: /keyed\nversion: v1\nstate: published\nowner: parks\ndefinition: ../dog_park/openapi.yaml\nendpoints: { production: ${production} }\n`;
}

/** Puts a file into a folder by a rename, as tools that renew certificates do. */
export async function put(from: string, folder: string, path: string): Promise<void> {
  await mkdir(join(folder, 'secrets'), { recursive: true });
  await copyFile(from, join(folder, `${path}.new`));
  await rename(join(folder, `${path}.new`), join(folder, path));
}

/** Puts the files of an API whose upstream takes a client certificate; those of the Envoys do not fit together. */
export async function putMisfits({ authority, root }: Pick<Surroundings, 'authority' | 'root'>) {
  const [right, other] = [authority.issue('client'), authority.issue('other')];
  // The gateway has the right files, and the machine of the Envoys a key of another certificate.
  for (const folder of [root, authority.folder]) {
    await put(authority.file, folder, 'secrets/ca.pem');
    await put(right.certificate, folder, certificate);
  }
  await put(right.key, root, key);
  await put(other.key, authority.folder, key);
  return { right, other };
}
