import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrapFromControlPlane } from '../../src/export/envoy/bootstrap/control-plane-bootstrap.ts';
import { subfolder, type Bench } from '../gateway/bench.ts';
import { gatewayProgram, type GatewayProgram } from '../gateway/project.ts';
import { freePort, type ServerProgram } from '../gateway/server-process.ts';
import { startedFrom } from './envoy-program.ts';

const [serverName, nodeName] = ['control-plane.example.edu', 'envoy.example.edu'];

/** What a control plane publishes: the sources of a project, or a table. */
interface Source {
  readonly folder: string;
  readonly table?: string;
}

/** Envoys of one address, and where they poll for what they serve. */
export interface Supply {
  /** Of the certificates. */
  readonly folder: string;
  /** Where Envoys answer calls. */
  readonly port: number;
}

/** A gateway that is also the control plane of an Envoy, and that Envoy. */
interface SuppliedEnvoy {
  readonly controlPlane: GatewayProgram;
  readonly envoy: ServerProgram;
}

/** Both on free ports; the Envoy fetches all but its bootstrap from the control plane. */
export async function supplyEnvoy(bench: Bench, name: string, source: Source): Promise<SuppliedEnvoy> {
  const supply = await openSupply(bench, name);
  const polledPort = await freePort();
  const controlPlane = await controlPlaneProgram(bench, name, source, { ...supply, polledPort });
  return { controlPlane, envoy: (await suppliedProgram(bench, name, { ...supply, polledPort })).program };
}

/** Makes certificates, and chooses the port of Envoys. */
export async function openSupply(bench: Bench, name: string): Promise<Supply> {
  const folder = subfolder(bench, `Envoy with ${name}`);
  makeCertificates(folder);
  return { folder, port: await freePort() };
}

/** A gateway that Envoys poll at a port. */
export async function controlPlaneProgram(
  bench: Bench,
  name: string,
  source: Source,
  { folder, port, polledPort }: Supply & { polledPort: number },
): Promise<GatewayProgram> {
  const gateway = await gatewayProgram(bench, `control plane with ${name}`, source);
  const options = [
    `--control-plane=127.0.0.1:${polledPort}`,
    `--control-plane-tls=${folder}`,
    `--envoy-listen=127.0.0.1:${port}`,
    '--envoy-plain-http',
    '--accept=request_validation',
  ];
  return { ...gateway, words: [...gateway.words, ...options] };
}

/** An Envoy that polls a port, and the port of its admin interface. */
export async function suppliedProgram(
  bench: Bench,
  name: string,
  { folder, port, polledPort }: Supply & { polledPort: number },
): Promise<{ readonly program: ServerProgram; readonly adminPort: number }> {
  const adminPort = await freePort();
  const file = join(folder, `${name}.json`);
  const bootstrap = bootstrapFromControlPlane({
    // The certificate vouches for every suffix.
    node: `${nodeName}/${name}`,
    controlPlane: { host: '127.0.0.1', port: polledPort },
    serverName,
    certificate: join(folder, 'node.crt'),
    key: join(folder, 'node.key'),
    authorities: join(folder, 'ca.crt'),
    admin: { host: '127.0.0.1', port: adminPort },
  });
  writeFileSync(file, JSON.stringify(bootstrap));
  return { program: startedFrom(bench, `Envoy with ${name}`, { folder, file, port }), adminPort };
}

/** An authority, and certificates of the control plane and of the Envoys. */
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
