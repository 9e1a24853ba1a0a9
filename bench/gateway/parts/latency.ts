import { median } from '../../lint/measure.ts';
import { ownName, serverCore, type Bench } from '../bench.ts';
import { listCalls } from '../calls.ts';
import { mostToOther } from '../compare.ts';
import { loadAtRate, renderResults, type PacedResult } from '../pace.ts';
import { bareProxy } from '../peers.ts';
import { gatewayProgram, makeSmallProject, tlsFolderOf } from '../project.ts';
import { note, say } from '../report.ts';
import { startServer, type ServerProgram } from '../server-process.ts';
import type { Measured } from '../turns.ts';
import { loadByWrk } from '../wrk.ts';

const most = 1;
const warmUpSeconds = 5;

/** How much later the gateway answers than a bare proxy, if both get half of the load that the gateway can serve. */
export async function measureLatency(bench: Bench): Promise<void> {
  await using started = new AsyncDisposableStack();
  const measured = await startAll(bench, started);
  const [own] = measured;
  if (!own) return;
  for (const { server, list } of measured.slice(1)) await loadByWrk(server.origin, list, warmUpSeconds);
  const { requests, seconds } = await loadByWrk(own.server.origin, own.list, warmUpSeconds);
  const rate = Math.floor(requests / seconds / 2);
  say(`\nLatency at half load: ${rate} requests/s`);
  const taken = await measureInTurn(bench, measured, rate);
  for (const [{ server }, results] of taken) say(renderResults(server.name, results));
  const [ours = [], ...others] = [...taken.values()];
  const [bare = [], other] = others.toReversed();
  const figure = median(ours.map(({ p99 }, round) => p99 - (bare[round]?.p99 ?? Number.NaN)));
  note({ name: 'added p99, to that of a bare proxy', figure, unit: 'ms', most });
  if (other) noteMedianRatio(ours, other);
}

/** The gateway of each build, and a bare proxy at the end. */
async function startAll(bench: Bench, started: AsyncDisposableStack): Promise<readonly Measured[]> {
  const project = await makeSmallProject(bench);
  const start = async (program: ServerProgram) =>
    started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const measured: Measured[] = [];
  for (const build of bench.builds) {
    const server = await start(await gatewayProgram(bench, build.name, project, build));
    const list = await listCalls(bench, `latency of ${build.name}`, server, project.repository);
    measured.push({ server, list });
  }
  const bare = await start(await bareProxy(bench, tlsFolderOf(bench, ownName)));
  return [...measured, ...measured.slice(0, 1).map(({ list }) => ({ server: bare, list }))];
}

async function measureInTurn(
  { turns, seconds }: Bench,
  measured: readonly Measured[],
  rate: number,
): Promise<ReadonlyMap<Measured, readonly PacedResult[]>> {
  const taken = new Map(measured.map((one) => [one, [] as PacedResult[]]));
  for (let round = 0; round < turns; round += 1) {
    for (const [{ server, list }, results] of taken)
      results.push(await loadAtRate(server.origin, list, rate, seconds));
  }
  return taken;
}

/** Only of the medians: the 99th percentiles of two runs of one program differ by more than the limit. */
function noteMedianRatio(ours: readonly PacedResult[], theirs: readonly PacedResult[]): void {
  const figure = median(ours.map(({ p50 }, round) => p50 / (theirs[round]?.p50 ?? Number.NaN)));
  note({ name: 'p50, to the other checkout', figure, unit: 'times', most: mostToOther });
}
