import { median } from '../../lint/measure.ts';
import type { Bench } from '../../gateway/bench.ts';
import { loadAtRate, renderResults, type PacedResult } from '../../gateway/pace.ts';
import { bareName } from '../../gateway/peers.ts';
import { note, say } from '../../gateway/report.ts';
import type { Measured } from '../../gateway/turns.ts';
import { loadByWrk } from '../../gateway/wrk.ts';
import { exportedName } from '../exported-envoy.ts';
import { startPlanes } from '../planes.ts';

const warmUpSeconds = 3;

/** How long calls take if every server gets half of what the slowest can serve. */
export async function measureLatency(bench: Bench): Promise<void> {
  await using started = new AsyncDisposableStack();
  const measured = await startPlanes(bench, started, { additions: false });
  const rate = await halfOfSlowest(measured);
  say(`\nLatency at half load: ${rate} requests/s`);
  const taken = new Map(measured.map(({ server }) => [server.name, [] as PacedResult[]]));
  for (let round = 0; round < bench.turns; round += 1)
    for (const { server, list } of measured)
      taken.get(server.name)?.push(await loadAtRate(server.origin, list, rate, bench.seconds));
  for (const [name, results] of taken) say(renderResults(name, results));
  const [ours, bare] = [taken.get(exportedName), taken.get(bareName)];
  if (!ours || !bare) return;
  const figure = median(ours.map(({ p99 }, round) => p99 - (bare[round]?.p99 ?? Number.NaN)));
  note({ name: 'added p99, to that of a bare proxy', figure, unit: 'ms' });
}

async function halfOfSlowest(measured: readonly Measured[]): Promise<number> {
  const rates: number[] = [];
  for (const { server, list } of measured) {
    const { requests, seconds } = await loadByWrk(server.origin, list, warmUpSeconds);
    rates.push(requests / seconds);
  }
  return Math.floor(Math.min(...rates) / 2);
}
