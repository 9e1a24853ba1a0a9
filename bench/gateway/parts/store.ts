import { median } from '../../lint/measure.ts';
import type { Bench } from '../bench.ts';
import { browse, listPages, percentile, type Browsing } from '../browse.ts';
import { loadAtRate, renderResults, type PacedResult } from '../pace.ts';
import { makeLargeProject } from '../project.ts';
import { note, say } from '../report.ts';
import { startStoreServer } from '../store-server.ts';
import { type Measured, warmUp } from '../turns.ts';
import { loadByWrk, type Load } from '../wrk.ts';

/** Of a page, in milliseconds; and how many times as slow as without pages calls are. */
const [mostOfPage, mostOfCalls] = [100, 1.05];
const warmUpSeconds = 5;
/** In percent. */
const mostOfCore = 5;
/** Somebody who types a search has three pages a second. */
const pagesPerSecond = 3;

/** How fast the store answers with many APIs, and how much calls are slowed while somebody browses. */
export async function measureStore(bench: Bench): Promise<void> {
  await using started = new AsyncDisposableStack();
  const { measured, paths } = await startStore(bench, started);
  const { server, list } = measured;
  say(`\nThe store with ${bench.apis} APIs, ${pagesPerSecond} pages a second`);
  await warmUp(measured);
  await browseDuring(loadByWrk(server.origin, list, warmUpSeconds), server.origin, paths);
  const before = server.processorSeconds();
  const alone = await browseFor(bench.seconds * bench.turns, server.origin, paths);
  const spent = server.processorSeconds() - before;
  notePages('pages', alone);
  const perPage = (spent * 1000) / alone.times.length;
  note({ name: 'processor time of a page', figure: perPage, unit: 'ms' });
  const share = (perPage * pagesPerSecond) / 10;
  note({ name: 'share of a core that pages take', figure: share, unit: '%', most: mostOfCore });
  const turns: Turn[] = [];
  const { requests, seconds } = await loadByWrk(server.origin, list, warmUpSeconds);
  const rate = Math.floor(requests / seconds / 2);
  for (let round = 0; round < bench.turns; round += 1)
    turns.push(await takeTurn(bench, measured, paths, rate));
  reportTurns(turns, rate);
}

async function startStore(
  bench: Bench,
  started: AsyncDisposableStack,
): Promise<{ readonly measured: Measured; readonly paths: readonly string[] }> {
  const project = await makeLargeProject(bench, 'store');
  const measured = await startStoreServer(bench, 'the store', project, started);
  return { measured, paths: listPages(project.repository.apis) };
}

/** Calls at full and at half load, first by themselves and then while somebody browses. */
interface Turn {
  readonly full: readonly [quiet: Load, browsed: Load];
  readonly half: readonly [quiet: PacedResult, browsed: PacedResult];
  readonly pages: Browsing;
}

async function takeTurn(
  { seconds }: Bench,
  { server: { origin }, list }: Measured,
  paths: readonly string[],
  rate: number,
): Promise<Turn> {
  const atFull = () => loadByWrk(origin, list, seconds);
  const atHalf = () => loadAtRate(origin, list, rate, seconds);
  const full = [await atFull(), (await browseDuring(atFull(), origin, paths)).result] as const;
  const quiet = await atHalf();
  const { result, pages } = await browseDuring(atHalf(), origin, paths);
  return { full, half: [quiet, result], pages };
}

function reportTurns(turns: readonly Turn[], rate: number): void {
  say(`Calls at half load: ${rate} requests/s`);
  say(
    renderResults(
      'nobody browses',
      turns.map(({ half: [quiet] }) => quiet),
    ),
  );
  say(
    renderResults(
      'somebody browses',
      turns.map(({ half: [, browsed] }) => browsed),
    ),
  );
  notePages('pages beside calls', { times: turns.flatMap(({ pages }) => pages.times), largest: 0 });
  const throughput = median(turns.map(({ full: [quiet, browsed] }) => perSecond(quiet) / perSecond(browsed)));
  note({
    name: 'calls at full load, to those without pages',
    figure: throughput,
    unit: 'times',
    most: mostOfCalls,
  });
  const p50 = median(turns.map(({ half: [quiet, browsed] }) => browsed.p50 / quiet.p50));
  note({ name: 'p50 of calls, to that without pages', figure: p50, unit: 'times', most: mostOfCalls });
}

function perSecond({ requests, seconds }: Load): number {
  return requests / seconds;
}

function notePages(name: string, pages: Browsing): void {
  note({ name: `p50 of ${name}`, figure: percentile(pages, 0.5), unit: 'ms' });
  note({ name: `p99 of ${name}`, figure: percentile(pages, 0.99), unit: 'ms', most: mostOfPage });
  if (pages.largest > 0) note({ name: 'largest page', figure: pages.largest / 1000, unit: 'kB', most: 100 });
}

async function browseFor(seconds: number, origin: string, paths: readonly string[]): Promise<Browsing> {
  return browse(origin, paths, pagesPerSecond, AbortSignal.timeout(seconds * 1000));
}

async function browseDuring<Result>(
  work: Promise<Result>,
  origin: string,
  paths: readonly string[],
): Promise<{ readonly result: Result; readonly pages: Browsing }> {
  const end = new AbortController();
  const pages = browse(origin, paths, pagesPerSecond, end.signal);
  const result = await work.finally(() => end.abort());
  return { result, pages: await pages };
}
