import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import type { Compiled } from '#compiled/compiled.ts';
import { exampleCertificates } from '../../example-certificates.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { main } from '../../cli/run-gatewright.ts';
import { startCommand, untilListening } from '../../cli/running-command.ts';
import { makeTestFolder, type AtEnd } from '../../platform/in-folder.ts';
import { makeClientCertificate } from '../../runtime/make-client-certificate.ts';
import { freePort } from '../../runtime/free-port.ts';
import { exportForEnvoy } from '../planes/export-for-envoy.ts';
import { startEnvoy } from '../planes/envoy-plane.ts';
import { asSources, namedFile, svg, type PlacedText } from './accept-text.ts';
import { declaredGateway, type Family, type JsonObject } from './declare-family.ts';
import { secretMarker, secretVariable } from './hostile-texts.ts';
import { placeText } from './place-text.ts';

/** Many drawn texts on both data planes. */
export interface RunningTable {
  readonly compiled: Compiled;
  readonly signingKey: string;
  readonly builtIn: number;
  readonly envoy: number;
  /** Everything that Envoy says to its operator. */
  readonly readOperatorPages: () => Promise<Readonly<Record<'log' | 'configuration' | 'stats', string>>>;
  /** The lines of both data planes, which log to the same file. */
  readonly readAccessLog: () => Promise<string>;
}

/** Starts both data planes with a table of all texts: of the gateway at most one for each of its fields. */
export async function runTable(texts: readonly PlacedText[], atEnd: AtEnd): Promise<RunningTable> {
  const root = await makeTestFolder(atEnd);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const sources = joinTexts(texts);
  const { compiled, diagnostics } = await build(
    memorySourceTree(sources),
    'gateway.config.yaml',
    'production',
  );
  const [first] = diagnostics.filter(({ severity }) => severity === 'error');
  if (!compiled) throw new Error(`Texts that are accepted one by one are refused: ${JSON.stringify(first)}`);
  await writeAll(root, sources);
  await writeAll(root, { 'secrets/signing-key.pem': signingKey, 'secrets/key': usualSecret });
  await writeAll(root, {
    value: usualSecret,
    username: usualSecret,
    password: usualSecret,
    certificate: pair,
    key: pair,
  });
  for (const placed of texts) {
    const file = namedFile(placed);
    if (file !== undefined) await writeAll(root, { [file]: secretFor(placed, signingKey) });
  }
  const { accessLog } = compiled.manifest.gateway;
  const logName = typeof accessLog === 'object' ? accessLog.file : 'none';
  // Envoy writes below the folder that it runs in.
  const logFiles = [root, join(root, '.gatewright')].map((place) => join(place, logName));
  for (const file of logFiles) await mkdir(dirname(file), { recursive: true });
  const port = await freePort();
  const words = ['run', '--plain-http', '--port', String(port), '--admin-port', '0', '--log-format', 'json'];
  const env = Object.fromEntries(
    texts
      .filter(({ field }) => field.name.endsWith('/fromEnv'))
      .map((placed) => [placed.text, secretFor(placed, signingKey)]),
  );
  const command = startCommand(root, words, { file: main, atEnd, env });
  const { digest, authorizationUrl = '' } = await untilListening(command);
  if (digest !== compiled.digest) throw new Error('The gateway serves another table.');
  const issuer = new URL(compiled.manifest.gateway.keyManagerUrl).pathname.replace(/\/$/, '');
  const { body } = await request(`http://127.0.0.1:${port}${issuer}/oauth2/jwks`, patience);
  const folder = await makeTestFolder(atEnd);
  await writeFile(join(folder, 'jwks.json'), await body.text());
  const envoyPort = await freePort();
  const options = ['--plain-http', '--jwks', join(folder, 'jwks.json'), '--authz', authorizationUrl];
  await exportForEnvoy({ root, folder, port: envoyPort, keyManager: { port } as never, options });
  const readLog = await startEnvoy(folder, envoyPort, atEnd, { [secretVariable]: secretMarker });
  const readAdmin = async (path: string) => {
    const address = await readFile(join(folder, 'admin-address'), 'utf8');
    return (await request(`http://${address}${path}`)).body.text();
  };
  return {
    compiled,

    signingKey,
    builtIn: port,
    envoy: envoyPort,
    readOperatorPages: async () => ({
      log: readLog(),
      configuration: await readAdmin('/config_dump?include_eds'),
      stats: await readAdmin('/stats'),
    }),
    readAccessLog: async () => (await Promise.all(logFiles.map((file) => readFile(file, 'utf8')))).join(''),
  };
}

/** So that a gateway that does not answer fails its table and no other one. */
const patience = { headersTimeout: 20_000, bodyTimeout: 20_000 };

const usualSecret = 'a-secret-of-the-tests';
const { certificate, key } = makeClientCertificate();
/** A certificate and its key, for a file that is read as either. */
const pair = `${certificate}${key}`;

/** What a declaration reads from the place that a text names. */
function secretFor({ field: { name } }: PlacedText, signingKey: string): string {
  if (name.startsWith('Gateway token/')) return signingKey;
  if (/^Gateway store\/logo$/.test(name)) return svg;
  if (/ca\/from|certificates\//i.test(name)) return exampleCertificates.valid;
  if (/\/key\/from|certificate\/from/.test(name)) return pair;
  return usualSecret;
}

function joinTexts(texts: readonly PlacedText[]): Readonly<Record<string, string>> {
  const ofGateway = texts.filter(({ field }) => field.kind === 'Gateway');
  const gateway = ofGateway.reduce<JsonObject>(
    (document, { field, text }) => placeText('Gateway', document, field, text),
    declaredGateway,
  );
  const families = texts.filter(({ field }) => field.kind !== 'Gateway').map(({ family }) => family);
  return asSources(gateway, Object.assign({}, ofGateway[0]?.family, ...families) as Family);
}

async function writeAll(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = join(root, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode: 0o600 });
  }
}
