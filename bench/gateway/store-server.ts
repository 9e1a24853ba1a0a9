import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverCore, type Bench } from './bench.ts';
import { checkCalls, listCalls } from './calls.ts';
import { compileProject, gatewayProgram, type Project } from './project.ts';
import { startServer } from './server-process.ts';
import type { Measured } from './turns.ts';

/** Starts a gateway with a store for a project, and checks its calls; `started` stops it. */
export async function startStoreServer(
  bench: Bench,
  name: string,
  { folder, repository }: Project,
  started: AsyncDisposableStack,
): Promise<Measured> {
  appendFileSync(join(folder, 'gateway.config.yaml'), 'store: {}\n');
  const [build] = bench.builds;
  const table = await compileProject({ folder, repository }, build);
  const program = await gatewayProgram(bench, name, { folder, table }, build);
  const server = started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const list = await listCalls(bench, name, server, repository);
  await checkCalls(server, list);
  return { server, list };
}
