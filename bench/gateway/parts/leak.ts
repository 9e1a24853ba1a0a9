import { median } from '../../lint/measure.ts';
import type { Bench, Build } from '../bench.ts';
import { listCalls } from '../calls.ts';
import { measureBuilds, medianOfOwn, noteRatio, prepareBuilds } from '../compare.ts';
import { editFirstApi } from '../edit.ts';
import { callOf } from '../first-answer.ts';
import { readLiveMegabytes, tellingMemory } from '../memory.ts';
import { gatewayProgram, makeLargeProject } from '../project.ts';
import { note, say } from '../report.ts';
import { startServer } from '../server-process.ts';
import { loadByWrk } from '../wrk.ts';

const firstReloads = 10;
/** Resident memory goes up and down by itself: the figure is the median after each of a number of reloads. */
const sampled = 9;
const most = 1.1;
/** A thread takes memory for its first calls, which has nothing to do with reloads. */
const warmUpSeconds = 10;

interface Memory {
  readonly resident: number;
  /** Without garbage. */
  readonly live: number;
}

interface Reloads {
  readonly few: Memory;
  readonly many: Memory;
}

/** Memory after many reloads, against that after a few; calls have been answered before. */
export async function measureLeak(bench: Bench): Promise<void> {
  say(`\nMemory: ${bench.reloads} reloads of ${bench.apis} APIs of 10 operations`);
  const gateways = await prepareBuilds(bench, async (build) => build);
  const taken = await measureBuilds(1, gateways, (build) => measureReloads(bench, build));
  const since = `to that after ${firstReloads} reloads`;
  const growth = (kind: keyof Memory) => medianOfOwn(taken, ({ few, many }) => many[kind] / few[kind]);
  note({ name: `resident memory, ${since}`, figure: growth('resident'), unit: 'times', most });
  note({ name: `live memory, ${since}`, figure: growth('live'), unit: 'times', most });
  noteRatio(`live memory after ${bench.reloads} reloads`, taken, ({ many }) => many.live);
}

async function measureReloads(bench: Bench, build: Build): Promise<Reloads> {
  await using started = new AsyncDisposableStack();
  const project = await makeLargeProject(bench, `memory of ${build.name}`);
  const program = tellingMemory(await gatewayProgram(bench, `${build.name}, memory`, project, build));
  const server = started.adopt(await startServer(program), ({ stop }) => stop());
  const list = await listCalls(bench, program.name, server, project.repository);
  await loadByWrk(server.origin, list, warmUpSeconds);
  const editor = editFirstApi(project, server, await callOf(server.origin, project.repository));
  const reload = async (from: number, to: number): Promise<Memory> => {
    const residents: number[] = [];
    for (let count = from; count < to; count += 1) {
      editor.write();
      await editor.shows();
      residents.push(server.residentMegabytes());
    }
    const resident = median(residents.slice(-sampled));
    const live = await readLiveMegabytes(program, server);
    say(`  ${build.name}, ${to} reloads: ${resident.toFixed(0)} MB resident, ${live.toFixed(0)} MB live`);
    return { resident, live };
  };
  return { few: await reload(0, firstReloads), many: await reload(firstReloads, bench.reloads) };
}
