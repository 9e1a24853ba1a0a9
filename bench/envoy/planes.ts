import { request } from 'undici';
import { ownName, serverCore, type Bench } from '../gateway/bench.ts';
import { checkCalls, listCalls } from '../gateway/calls.ts';
import { bareProxy, isOnPath, nginxProgram } from '../gateway/peers.ts';
import { gatewayProgram, makeSmallProject, tlsFolderOf } from '../gateway/project.ts';
import { startServer, type RunningServer, type ServerProgram } from '../gateway/server-process.ts';
import type { Measured } from '../gateway/turns.ts';
import { exportedEnvoy } from './exported-envoy.ts';
import { listAdditions } from './additions.ts';
import { handWrittenEnvoy, type Addition, type Issuer } from './hand-written.ts';

/** The issuer that the repository declares. */
const issuerUrl = 'https://gateway.example.edu';

/**
 * Starts all that answer the same calls: Gatewright, which also issues the tokens, Envoy driven by its table, Envoy configured by
 * hand, nginx and a bare proxy; with `additions` also Envoys by hand that do some of what the table demands. `started` stops them.
 */
export async function startPlanes(
  bench: Bench,
  started: AsyncDisposableStack,
  { additions }: { readonly additions: boolean },
): Promise<readonly Measured[]> {
  const project = await makeSmallProject(bench);
  const start = async (program: ServerProgram): Promise<RunningServer> =>
    started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const own = await start(await gatewayProgram(bench, ownName, project));
  const issuer = await readIssuer(own);
  const tls = tlsFolderOf(bench, ownName);
  const exported = await exportedEnvoy(bench, project, issuer.keys);
  const byHand = (addition?: Addition) => handWrittenEnvoy(bench, project.repository, issuer, addition);
  const programs = [
    exported,
    await byHand(),
    ...(additions ? await Promise.all(listAdditions(exported.cwd).map(byHand)) : []),
    ...(isOnPath('nginx') ? [await nginxProgram(bench, tls)] : []),
    await bareProxy(bench, tls),
  ];
  const servers = [own];
  for (const program of programs) servers.push(await start(program));
  const list = await listCalls(bench, 'planes', own, project.repository);
  for (const server of servers) await checkCalls(server, list);
  return servers.map((server) => ({ server, list }));
}

/** What verifies the tokens that a running gateway issues. */
export async function readIssuer({ origin }: Pick<RunningServer, 'origin'>): Promise<Issuer> {
  const { body } = await request(`${origin}/oauth2/jwks`);
  return { url: issuerUrl, keys: await body.text() };
}
