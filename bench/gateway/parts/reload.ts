import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../lint/measure.ts';
import { wakeUpSeconds, type Bench } from '../bench.ts';
import { listCalls } from '../calls.ts';
import { editFirstApi, type Editor } from '../edit.ts';
import { callOf } from '../first-answer.ts';
import { loadAtRate, renderResults, type PacedResult } from '../pace.ts';
import { gatewayProgram, makeLargeProject } from '../project.ts';
import { note, say } from '../report.ts';
import { startServer } from '../server-process.ts';

const changes = 20;
/** Fewer changes are made where they take too long. */
const patienceMilliseconds = 60_000;
const [maxMilliseconds, maxTimes] = [300, 2];
/** Requests a second during reloads: some tenth of what the gateway can do. */
const rate = 1000;

/** How soon a change shows, and what callers notice of it, with many APIs. */
export async function measureReload(bench: Bench): Promise<void> {
  say(`\nReload: one changed file of ${bench.apis} APIs of 10 operations, on all cores`);
  await using started = new AsyncDisposableStack();
  const project = await makeLargeProject(bench);
  const program = await gatewayProgram(bench, 'reload', project);
  const server = started.adopt(await startServer(program), ({ stop }) => stop());
  const list = await listCalls(bench, 'reload', server, project.repository);
  const editor = editFirstApi(project, server, await callOf(server.origin, project.repository));
  await timeChange(editor);
  const times = await timeChanges(editor);
  say(`  longest of ${times.length}: ${Math.max(...times).toFixed(0)} ms`);
  const figure = median(times);
  note({ name: 'from the write to the first answer', figure, unit: 'ms', most: maxMilliseconds });
  const load = () => loadAtRate(server.origin, list, rate, bench.seconds);
  await comparePercentiles(bench, load, editor);
}

async function timeChanges(editor: Editor): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + patienceMilliseconds;
  while (times.length < changes && performance.now() < end) times.push(await timeChange(editor));
  return times;
}

async function timeChange({ write, shows }: Editor): Promise<number> {
  write();
  const written = performance.now();
  await shows();
  return performance.now() - written;
}

async function comparePercentiles(
  bench: Bench,
  load: () => Promise<PacedResult>,
  editor: Editor,
): Promise<void> {
  const [steady, reloading]: [PacedResult[], PacedResult[]] = [[], []];
  for (let round = 0; round < bench.turns; round += 1) {
    steady.push(await load());
    const stop = new AbortController();
    const writing = writeEachSecond(editor, stop.signal);
    reloading.push(await load());
    stop.abort();
    await writing;
    await editor.shows();
  }
  say(renderResults(`steady, ${rate} requests/s`, steady));
  say(renderResults('one reload a second', reloading));
  const figure = median(reloading.map(({ p99 }, round) => p99 / (steady[round]?.p99 ?? Number.NaN)));
  note({ name: 'p99 during reloads, to the steady one', figure, unit: 'times', most: maxTimes });
}

async function writeEachSecond({ write }: Editor, signal: AbortSignal): Promise<void> {
  await sleep(wakeUpSeconds * 1000);
  while (!signal.aborted) {
    write();
    await sleep(1000);
  }
}
