import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../lint/measure.ts';
import { checkToken } from './check-token.ts';
import { measureRate } from './measure-rate.ts';
import { canPin, pinThisProcess, startPinned, type PinnedServer } from './pinned-server.ts';
import { listPrograms } from './programs.ts';
import { writeProject } from './project.ts';

/** Measures client-credentials tokens per second: each server on one core, the load on another, in turn. */
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 5);
const [serverCore, loadCore] = [0, 1];
const warmUpSeconds = 3;

if (canPin && availableParallelism() < 2) process.stdout.write('skipped: it takes two cores\n');
else await compareServers();

async function compareServers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true }));
  writeProject(folder);
  pinThisProcess(loadCore);
  const servers: PinnedServer[] = [];
  for (const program of listPrograms(folder)) {
    const server = started.adopt(await startPinned(program, serverCore), ({ stop }) => stop());
    await checkToken(server);
    await measureRate(server, warmUpSeconds);
    servers.push(server);
  }
  print(await measureInTurn(servers));
}

/** Each server once a round, so that whatever else the machine does meets all of them; gives medians by name. */
async function measureInTurn(servers: readonly PinnedServer[]): Promise<ReadonlyMap<string, number>> {
  const rates = new Map(servers.map(({ program }) => [program.name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      rates.get(server.program.name)?.push(await measureRate(server, seconds));
    }
  }
  return new Map([...rates].map(([name, figures]) => [name, median(figures)]));
}

function print(rates: ReadonlyMap<string, number>): void {
  const ours = rates.get('Gatewright') ?? Number.NaN;
  const bare = [...rates].filter(([name]) => name.startsWith('bare')).map(([, rate]) => rate);
  const [limit, peer] = [Math.max(...bare), rates.get('oidc-provider') ?? Number.NaN];
  const lines = [...rates].map(
    ([name, rate]) =>
      `${name.padEnd(36)} ${rate.toFixed(0).padStart(7)} tokens/s ${(rate / ours).toFixed(2).padStart(6)}`,
  );
  process.stdout.write(`${lines.join('\n')}\n\n`);
  process.stdout.write(`Of the limit, the faster bare route: ${(ours / limit).toFixed(2)} (at least 0.75)\n`);
  process.stdout.write(`Times oidc-provider:                 ${(ours / peer).toFixed(2)} (at least 2.00)\n`);
}
