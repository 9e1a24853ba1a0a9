import { join } from 'node:path';
import { median } from '../../lint/measure.ts';
import { serverCore, type Bench } from '../bench.ts';
import { listCalls, type CallList } from '../calls.ts';
import { loadAtRate, renderResults, type PacedResult } from '../pace.ts';
import { bareProxy } from '../peers.ts';
import { gatewayProgram, makeSmallProject } from '../project.ts';
import { note, say } from '../report.ts';
import { startServer, type RunningServer } from '../server-process.ts';
import { loadByWrk } from '../wrk.ts';

const most = 1;
const warmUpSeconds = 5;

interface Pair {
  readonly ours: PacedResult;
  readonly bare: PacedResult;
}

/** How much later the gateway answers than a bare proxy, where both are offered half of what the gateway can do. */
export async function measureLatency(bench: Bench): Promise<void> {
  await using started = new AsyncDisposableStack();
  const project = await makeSmallProject(bench);
  const program = await gatewayProgram(bench, 'Gatewright at half load', project);
  const gateway = started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const peer = await bareProxy(bench, join(program.stateFolder, 'tls'));
  const bare = started.adopt(await startServer(peer, serverCore), ({ stop }) => stop());
  const list = await listCalls(bench, 'latency', gateway, project.repository);
  await loadByWrk(bare.origin, list, warmUpSeconds);
  const { requests, seconds } = await loadByWrk(gateway.origin, list, warmUpSeconds);
  const rate = Math.floor(requests / seconds / 2);
  say(`\nLatency at half load: ${rate} requests/s`);
  const pairs = await measurePairs(bench, [gateway, bare], list, rate);
  const [ours, theirs] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.bare)];
  for (const [name, results] of [
    ['Gatewright', ours],
    [bare.name, theirs],
  ] as const)
    say(renderResults(name, results));
  const figure = median(pairs.map((pair) => pair.ours.p99 - pair.bare.p99));
  note({ name: `added p99, to that of ${bare.name}`, figure, unit: 'ms', most });
}

async function measurePairs(
  { turns, seconds }: Bench,
  [gateway, bare]: readonly [RunningServer, RunningServer],
  list: CallList,
  rate: number,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < turns; round += 1) {
    const ours = await loadAtRate(gateway.origin, list, rate, seconds);
    pairs.push({ ours, bare: await loadAtRate(bare.origin, list, rate, seconds) });
  }
  return pairs;
}
