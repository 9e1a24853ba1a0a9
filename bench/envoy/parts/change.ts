import { median } from '../../lint/measure.ts';
import type { Bench } from '../../gateway/bench.ts';
import { editFirstApi } from '../../gateway/edit.ts';
import { callOf } from '../../gateway/first-answer.ts';
import { makeLargeProject } from '../../gateway/project.ts';
import { note, say } from '../../gateway/report.ts';
import { startServer } from '../../gateway/server-process.ts';
import { supplyEnvoy } from '../supplied-envoy.ts';

const changes = 7;

/** How soon an Envoy answers by a changed file, and its memory, with many APIs. */
export async function measureChange(bench: Bench): Promise<void> {
  say(`\nA changed file of ${bench.apis} APIs of 10 operations, on all cores`);
  await using started = new AsyncDisposableStack();
  const project = await makeLargeProject(bench);
  const programs = await supplyEnvoy(bench, 'changing', project);
  const own = started.adopt(await startServer(programs.controlPlane), ({ stop }) => stop());
  const envoy = started.adopt(await startServer(programs.envoy), ({ stop }) => stop());
  const call = await callOf(own.origin, project.repository);
  const editor = editFirstApi(project, envoy, call);
  const times: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    editor.write();
    const written = performance.now();
    await editor.shows();
    times.push(performance.now() - written);
  }
  note({ name: 'from the write to the first answer of Envoy', figure: median(times), unit: 'ms' });
  note({ name: 'the longest of them', figure: Math.max(...times), unit: 'ms' });
  note({ name: 'resident memory of Envoy', figure: envoy.residentMegabytes(), unit: 'MB' });
  note({ name: 'resident memory of the control plane', figure: own.residentMegabytes(), unit: 'MB' });
}
