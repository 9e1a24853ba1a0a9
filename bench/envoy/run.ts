import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listBuilds, loadCore, startBackend, type Bench } from '../gateway/bench.ts';
import { isOnPath } from '../gateway/peers.ts';
import { say, sumUp } from '../gateway/report.ts';
import { canPin, pinThisProcess } from '../token/pinned-server.ts';
import { measureChange } from './parts/change.ts';
import { measureFleet } from './parts/fleet.ts';
import { measureLatency } from './parts/latency.ts';
import { measureScale } from './parts/scale.ts';
import { measureSubscriptions } from './parts/subscriptions.ts';
import { measureThroughput } from './parts/throughput.ts';

/** Measures Envoy driven by the table, with the measured server on one core, and the upstream and the load on another. */
const parts: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  throughput: measureThroughput,
  scale: measureScale,
  latency: measureLatency,
  change: measureChange,
  fleet: measureFleet,
  subscriptions: measureSubscriptions,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(parts) },
    turns: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    subscriptions: { type: 'string', default: '1000000' },
    apis: { type: 'string', default: '10000' },
  },
});

const missing = ['wrk', 'envoy', 'openssl'].filter((program) => !isOnPath(program));
if (!canPin || availableParallelism() < 2) say('skipped: it takes Linux and two cores');
else if (missing.length > 0) say(`skipped: ${missing.join(' and ')} not on the PATH`);
else await measureParts();

async function measureParts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true }));
  pinThisProcess(loadCore);
  const { origin: upstream, stop } = await startBackend(folder);
  started.defer(stop);
  const bench: Bench = {
    folder,
    upstream,
    tls: false,
    turns: Number(values.turns),
    seconds: Number(values.seconds),
    reloads: 0,
    subscriptions: Number(values.subscriptions),
    apis: Number(values.apis),
    builds: listBuilds(undefined),
    clientBuilds: [],
  };
  for (const name of values.only) await partOf(name)(bench);
  if (!sumUp()) process.exitCode = 1;
}

function partOf(name: string): (bench: Bench) => Promise<void> {
  const part = parts[name];
  if (!part) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`);
  return part;
}
