import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../lint/measure.ts';
import { wakeUpSeconds, type Bench, type Build } from '../bench.ts';
import { listCalls, type CallList } from '../calls.ts';
import { measureBuilds, medianOfOwn, noteRatio, prepareBuilds } from '../compare.ts';
import { editFirstApi, type Editor } from '../edit.ts';
import { callOf } from '../first-answer.ts';
import { loadAtRate, renderResults, type PacedResult } from '../pace.ts';
import { gatewayProgram, makeLargeProject } from '../project.ts';
import { note, say } from '../report.ts';
import { startServer, type RunningServer } from '../server-process.ts';

/** Changes of a round; the kernel counts processor time in steps that are too long for a single one. */
const changes = 5;
const rounds = 7;
/** In milliseconds: answering those who wait for a change takes processor time too. */
const rarely = 100;
const [maxMilliseconds, maxTimes] = [300, 2];
/** Requests a second during reloads: about a tenth of the gateway's capacity. */
const rate = 1000;

/** A gateway, the file of its own repository that is edited, and calls. */
interface Reloading {
  readonly server: RunningServer;
  readonly list: CallList;
  readonly editor: Editor;
}

/** The time until the changes of one round showed: the median, and the sum. */
interface ReloadCost {
  readonly milliseconds: number;
  readonly processorSeconds: number;
}

/** How soon a change shows, and what callers notice of it, with many APIs. */
export async function measureReload(bench: Bench): Promise<void> {
  say(`\nReload: one changed file of ${bench.apis} APIs of 10 operations, on all cores`);
  await using started = new AsyncDisposableStack();
  const gateways = await prepareBuilds(bench, (build) => start(bench, build, started));
  await measureBuilds(1, gateways, timeChanges);
  const taken = await measureBuilds(rounds, gateways, timeChanges);
  const figure = medianOfOwn(taken, ({ milliseconds }) => milliseconds);
  note({ name: 'from the write to the first answer', figure, unit: 'ms', most: maxMilliseconds });
  noteRatio('from the write to the first answer', taken, ({ milliseconds }) => milliseconds);
  noteRatio('processor time of reloads', taken, ({ processorSeconds }) => processorSeconds);
  const own = gateways.get(bench.builds[0]);
  if (own) await comparePercentiles(bench, own);
}

async function start(bench: Bench, build: Build, started: AsyncDisposableStack): Promise<Reloading> {
  const project = await makeLargeProject(bench, `large of ${build.name}`);
  const program = await gatewayProgram(bench, `${build.name} reloading`, project, build);
  const server = started.adopt(await startServer(program), ({ stop }) => stop());
  const list = await listCalls(bench, `reload of ${build.name}`, server, project.repository);
  return {
    server,
    list,
    editor: editFirstApi(project, server, await callOf(server.origin, project.repository)),
  };
}

async function timeChanges({ server, editor }: Reloading): Promise<ReloadCost> {
  const times: number[] = [];
  for (let change = 0; change < changes; change += 1) times.push(await timeChange(editor));
  const spent = server.processorSeconds();
  for (let change = 0; change < changes; change += 1) {
    editor.write();
    await editor.shows(rarely);
  }
  return { milliseconds: median(times), processorSeconds: server.processorSeconds() - spent };
}

async function timeChange({ write, shows }: Editor): Promise<number> {
  write();
  const written = performance.now();
  await shows();
  return performance.now() - written;
}

async function comparePercentiles(bench: Bench, { server, list, editor }: Reloading): Promise<void> {
  const load = () => loadAtRate(server.origin, list, rate, bench.seconds);
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
