import { parentPort, workerData } from 'node:worker_threads';
import type { ServingCalls, ServingOwnerCalls, ServingThreadData } from '../workers/serving-calls.ts';
import { ServingSide } from '../start/serving-side.ts';
import { ThreadCalls } from '../served/thread-calls.ts';

if (!parentPort) throw new Error('this module begins a thread');

const answers: ServingCalls = {
  takeParts: (parts) => side.tables.takeParts(parts),
  takeTable: (table) => side.tables.takeTable(table),
  open: (tls) => side.open(tls),
  prepare: () => side.prepare(),
  enter: () => side.enter(),
  discard: () => side.discard(),
  listen: () => side.listen(),
  takeTls: (material) => side.takeTls(material),
  drain: () => side.drain(),
  metrics: (part) => side.metrics(part),
  drift: (apis) => side.drift(apis),
  recentCalls: (consumerKeys) => side.recentCalls(consumerKeys),
  targetStates: (targets) => side.targetStates(targets),
  close: () => side.close(),
};
const calls = new ThreadCalls<ServingOwnerCalls>(parentPort, answers);
const side = new ServingSide(workerData as ServingThreadData, calls);
