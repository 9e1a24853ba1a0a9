import { median } from '../../lint/measure.ts';
import type { Bench } from '../bench.ts';
import { editFirstApi } from '../edit.ts';
import { callOf } from '../first-answer.ts';
import { readLiveMegabytes, tellingMemory } from '../memory.ts';
import { gatewayProgram, makeLargeProject } from '../project.ts';
import { note, say } from '../report.ts';
import { startServer } from '../server-process.ts';

const firstReloads = 10;
/** Resident memory goes up and down by itself: the figure is the median after each of so many reloads. */
const sampled = 9;
const most = 1.1;

/** Memory after many reloads, against that after a few. */
export async function measureLeak(bench: Bench): Promise<void> {
  say(`\nMemory: ${bench.reloads} reloads of ${bench.apis} APIs of 10 operations`);
  await using started = new AsyncDisposableStack();
  const project = await makeLargeProject(bench);
  const program = tellingMemory(await gatewayProgram(bench, 'memory', project));
  const server = started.adopt(await startServer(program), ({ stop }) => stop());
  const editor = editFirstApi(project, server, await callOf(server.origin, project.repository));
  const reload = async (from: number, to: number) => {
    const residents: number[] = [];
    for (let count = from; count < to; count += 1) {
      editor.write();
      await editor.shows();
      residents.push(server.residentMegabytes());
    }
    const resident = median(residents.slice(-sampled));
    const live = await readLiveMegabytes(program, server);
    say(`  after ${to} reloads: ${resident.toFixed(0)} MB resident, ${live.toFixed(0)} MB live`);
    return resident;
  };
  const few = await reload(0, firstReloads);
  const figure = (await reload(firstReloads, bench.reloads)) / few;
  note({ name: `resident memory, to that after ${firstReloads} reloads`, figure, unit: 'times', most });
}
