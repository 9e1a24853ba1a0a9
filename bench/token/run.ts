import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../lint/measure.ts';
import { checkToken } from './check-token.ts';
import { chooseGenerator, measureRate, type AskForTokens, type Rate } from './measure-rate.ts';
import { canPin, pinThisProcess, startPinned, type PinnedServer } from './pinned-server.ts';
import { listPrograms } from './programs.ts';
import { writeProject } from './project.ts';

/** Measures client-credentials tokens per second: each server on one core, the load on another, in turn. */
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 5);
/** Another built checkout, to compare with. */
const against = process.argv[4];
const [serverCore, loadCore] = [0, 1];
const warmUpSeconds = 3;
/** Before each round: a machine takes memory and caches from a program that waits for its turn. */
const wakeUpSeconds = 1;

if (canPin && availableParallelism() < 2) process.stdout.write('skipped: it takes two cores\n');
else await compareServers();

async function compareServers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true }));
  writeProject(folder);
  pinThisProcess(loadCore);
  const { name, ask } = chooseGenerator(folder);
  process.stdout.write(`load by ${name}\n`);
  const servers: PinnedServer[] = [];
  for (const program of listPrograms(folder, against)) {
    const server = started.adopt(await startPinned(program, serverCore), ({ stop }) => stop());
    await checkToken(server);
    await ask(server, warmUpSeconds);
    servers.push(server);
  }
  print(await measureInTurn(ask, servers));
}

/** Each server once a round, so that other load on the machine affects all of them; returns medians by name. */
async function measureInTurn(
  ask: AskForTokens,
  servers: readonly PinnedServer[],
): Promise<ReadonlyMap<string, Rate>> {
  const rates = new Map(servers.map(({ program }) => [program.name, [] as Rate[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      await ask(server, wakeUpSeconds);
      rates.get(server.program.name)?.push(await measureRate(ask, server, seconds));
    }
  }
  return new Map([...rates].map(([name, measured]) => [name, medianOf(measured)]));
}

function medianOf(rates: readonly Rate[]): Rate {
  return {
    tokensPerSecond: median(rates.map(({ tokensPerSecond }) => tokensPerSecond)),
    microseconds: median(rates.map(({ microseconds }) => microseconds)),
  };
}

function print(rates: ReadonlyMap<string, Rate>): void {
  for (const [name, { tokensPerSecond, microseconds }] of rates) {
    const [speed, cost] = [tokensPerSecond.toFixed(0).padStart(7), microseconds.toFixed(1).padStart(7)];
    process.stdout.write(`${name.padEnd(36)}${speed} tokens/s ${cost} µs of processor time each\n`);
  }
  const speedOf = (name: string) => rates.get(name)?.tokensPerSecond ?? Number.NaN;
  const limit = Math.max(...[...rates.keys()].filter((name) => name.startsWith('bare')).map(speedOf));
  const [ours, peer] = [speedOf('Gatewright'), speedOf('oidc-provider')];
  process.stdout.write(
    `\nOf the limit, the faster bare route: ${(ours / limit).toFixed(2)} (at least 0.75)\n`,
  );
  process.stdout.write(`Times oidc-provider:                 ${(ours / peer).toFixed(2)} (at least 2.00)\n`);
}
