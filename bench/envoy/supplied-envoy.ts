import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrapFromControlPlane } from '../../src/export/envoy/bootstrap/control-plane-bootstrap.ts';
import { subfolder, type Bench } from '../gateway/bench.ts';
import { gatewayProgram, type GatewayProgram } from '../gateway/project.ts';
import { freePort, type ServerProgram } from '../gateway/server-process.ts';
import { startedFrom } from './envoy-program.ts';

const [serverName, nodeName] = ['control-plane.example.edu', 'envoy.example.edu'];

/** A gateway that is also the control plane of an Envoy, and that Envoy. */
interface SuppliedEnvoy {
  readonly controlPlane: GatewayProgram;
  readonly envoy: ServerProgram;
}

/** Both on free ports; the Envoy fetches all but its bootstrap from the control plane. */
export async function supplyEnvoy(
  bench: Bench,
  name: string,
  source: { readonly folder: string; readonly table?: string },
): Promise<SuppliedEnvoy> {
  const folder = subfolder(bench, `Envoy with ${name}`);
  makeCertificates(folder);
  const [controlPlanePort, port] = [await freePort(), await freePort()];
  const gateway = await gatewayProgram(bench, `control plane with ${name}`, source);
  const options = [
    `--control-plane=127.0.0.1:${controlPlanePort}`,
    `--control-plane-tls=${folder}`,
    `--envoy-listen=127.0.0.1:${port}`,
    '--envoy-plain-http',
    `--envoy-key-manager=${gateway.origin}`,
    '--accept=request_validation',
  ];
  const file = join(folder, 'bootstrap.json');
  writeFileSync(file, JSON.stringify(await bootstrap(folder, controlPlanePort)));
  return {
    controlPlane: { ...gateway, words: [...gateway.words, ...options] },
    envoy: startedFrom(bench, `Envoy with ${name}`, { folder, file, port }),
  };
}

async function bootstrap(folder: string, port: number): Promise<object> {
  return bootstrapFromControlPlane({
    node: nodeName,
    controlPlane: { host: '127.0.0.1', port },
    serverName,
    certificate: join(folder, 'node.crt'),
    key: join(folder, 'node.key'),
    authorities: join(folder, 'ca.crt'),
    admin: { host: '127.0.0.1', port: await freePort() },
  });
}

/** An authority, and certificates of the control plane and of the Envoy. */
function makeCertificates(folder: string): void {
  const openssl = (...words: readonly string[]) =>
    execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '1', '-newkey', 'rsa:2048', ...words], {
      cwd: folder,
      stdio: 'ignore',
    });
  openssl('-subj', '/CN=Authority', '-keyout', 'ca.key', '-out', 'ca.crt');
  const files = { tls: serverName, node: nodeName };
  for (const [file, name] of Object.entries(files)) {
    const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    const constraints = ['-addext', 'basicConstraints=critical,CA:FALSE'];
    const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key'];
    openssl(...names, ...constraints, ...signed, '-keyout', `${file}.key`, '-out', `${file}.crt`);
  }
}
