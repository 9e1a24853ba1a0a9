import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canPin, pinThisProcess } from '../token/pinned-server.ts';
import { listClientBuilds, listBuilds, loadCore, startBackend, type Bench } from './bench.ts';
import { measureDocuments } from './parts/documents.ts';
import { measureLatency } from './parts/latency.ts';
import { measureLeak } from './parts/leak.ts';
import { measureProposals } from './parts/proposals.ts';
import { measureReload } from './parts/reload.ts';
import { measureScale } from './parts/scale.ts';
import { measureStart } from './parts/start.ts';
import { measureStore } from './parts/store.ts';
import { measureSubscriptions } from './parts/subscriptions.ts';
import { measureThroughput } from './parts/throughput.ts';
import { isOnPath } from './peers.ts';
import { say, sumUp } from './report.ts';

/** Measures the gateway on one core, with the upstream and the load on another. */
const parts: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  throughput: measureThroughput,
  scale: measureScale,
  latency: measureLatency,
  start: measureStart,
  reload: measureReload,
  store: measureStore,
  documents: measureDocuments,
  proposals: measureProposals,
  subscriptions: measureSubscriptions,
  leak: measureLeak,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(parts) },
    tls: { type: 'boolean', default: false },
    turns: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    reloads: { type: 'string', default: '500' },
    subscriptions: { type: 'string', default: '1000000' },
    apis: { type: 'string', default: '10000' },
    against: { type: 'string' },
    'undici-pool': { type: 'boolean', default: false },
  },
});

if (!canPin || availableParallelism() < 2) say('skipped: it takes Linux and two cores');
else if (!isOnPath('wrk')) say('skipped: wrk is not on the PATH');
else await measureParts();

async function measureParts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true }));
  pinThisProcess(loadCore);
  const { origin: upstream, stop } = await startBackend(folder);
  started.defer(stop);
  const builds = listBuilds(values.against);
  const bench: Bench = {
    folder,
    upstream,
    tls: values.tls,
    turns: Number(values.turns),
    seconds: Number(values.seconds),
    reloads: Number(values.reloads),
    subscriptions: Number(values.subscriptions),
    apis: Number(values.apis),
    builds,
    clientBuilds: values['undici-pool'] ? listClientBuilds() : [],
  };
  for (const name of values.only) await partOf(name)(bench);
  if (!sumUp()) process.exitCode = 1;
}

function partOf(name: string): (bench: Bench) => Promise<void> {
  const part = parts[name];
  if (!part) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`);
  return part;
}
