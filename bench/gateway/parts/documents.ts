import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../lint/measure.ts';
import { wakeUpSeconds, type Bench } from '../bench.ts';
import { browse, type Browsing } from '../browse.ts';
import { loadAtRate, renderResults, type PacedResult } from '../pace.ts';
import { makeProject } from '../project.ts';
import { note, say } from '../report.ts';
import { startStoreServer } from '../store-server.ts';
import { warmUp, type Measured } from '../turns.ts';
import { loadByWrk } from '../wrk.ts';

/** How many times as slow calls are as without downloads. */
const mostOfCalls = 1.2;
/** Of a turn. */
const downloads = 200;
/** Makes the document as large as the largest public ones: 6 MB. */
const entries = 40_000;
const warmUpSeconds = 5;

/** What browsers accept. */
const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** How much calls are slowed while a large document is downloaded. */
export async function measureDocuments(bench: Bench): Promise<void> {
  await using started = new AsyncDisposableStack();
  const { measured, paths } = await startStore(bench, started);
  const { origin } = measured.server;
  say(`\nCalls beside ${downloads} downloads of a document of 6 MB`);
  await warmUp(measured);
  const first = await browse(origin, paths, 1, AbortSignal.timeout(warmUpSeconds * 1000), headers);
  note({ name: 'size of the document as it is sent', figure: first.largest / 1000, unit: 'kB' });
  const { requests, seconds } = await loadByWrk(origin, measured.list, warmUpSeconds);
  const rate = Math.floor(requests / seconds / 10);
  const turns: Turn[] = [];
  for (let round = 0; round < bench.turns; round += 1)
    turns.push(await takeTurn(bench, measured, paths, rate));
  reportTurns(turns, rate);
}

async function startStore(
  bench: Bench,
  started: AsyncDisposableStack,
): Promise<{ readonly measured: Measured; readonly paths: readonly string[] }> {
  const project = await makeProject(bench, 'documents', { apis: 1, operations: 200, subscriptions: 100 });
  for (const { folder } of project.repository.apis)
    enlargeDocument(join(project.folder, folder, 'openapi.yaml'));
  const measured = await startStoreServer(bench, 'documents', project, started);
  const paths = project.repository.apis.map(
    ({ context, version }) => `/store/apis/${context}/${version}/openapi.json`,
  );
  return { measured, paths };
}

/** Adds an extension with entries that differ, as the parts of a document do. */
function enlargeDocument(file: string): void {
  const lines = Array.from({ length: entries }, (_, index) => {
    const name = createHash('sha256').update(String(index)).digest('hex');
    return `  - { position: ${index}, name: '${name}', description: The dog of the park number ${index}. }\n`;
  });
  appendFileSync(file, `x-entries:\n${lines.join('')}`);
}

/** Calls at a tenth of full load, which shows how long the thread is busy and not how calls queue, first by themselves and then while the document is downloaded. */
interface Turn {
  readonly quiet: PacedResult;
  readonly downloading: PacedResult;
  readonly documents: Browsing;
}

async function takeTurn(
  { seconds }: Bench,
  { server: { origin }, list }: Measured,
  paths: readonly string[],
  rate: number,
): Promise<Turn> {
  const quiet = await loadAtRate(origin, list, rate, seconds);
  const end = new AbortController();
  const perSecond = downloads / (seconds + wakeUpSeconds);
  const documents = browse(origin, paths, perSecond, end.signal, headers);
  const downloading = await loadAtRate(origin, list, rate, seconds).finally(() => end.abort());
  return { quiet, downloading, documents: await documents };
}

function reportTurns(turns: readonly Turn[], rate: number): void {
  say(`Calls at a tenth of full load: ${rate} requests/s`);
  const quiet = turns.map((turn) => turn.quiet);
  const downloading = turns.map((turn) => turn.downloading);
  say(renderResults('nobody downloads', quiet));
  say(renderResults('the document is downloaded', downloading));
  const times = turns.flatMap(({ documents }) => documents.times);
  note({ name: 'median of a download', figure: median(times), unit: 'ms' });
  const ratio = median(turns.map((turn) => turn.downloading.p50 / turn.quiet.p50));
  note({ name: 'p50 of calls, to that without downloads', figure: ratio, unit: 'times', most: mostOfCalls });
}
