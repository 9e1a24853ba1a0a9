import { parentPort, workerData } from 'node:worker_threads';
import type { SourceCalls, SourceOwnerCalls } from '../sources/thread/source-calls.ts';
import type { ThreadOptions } from '../served/gateway-options.ts';
import { SourceSide } from '../sources/thread/source-side.ts';
import { ThreadCalls } from '../served/thread-calls.ts';

if (!parentPort) throw new Error('this module begins a thread');

const answers: SourceCalls = {
  open: () => side.open(),
  read: () => side.read(),
  readLastGood: () => side.readLastGood(),
  report: (query) => side.report(query),
  describePlace: (reference) => side.describePlace(reference),
  keepGood: (inUse) => side.keepGood(inUse),
  noteInUse: (inUse) => side.noteInUse(inUse),
  readEarlier: (table) => side.readEarlier(table),
  compareVersions: (pair) => side.compareVersions(pair),
  readLastChange: (api) => side.readLastChange(api),
  look: () => side.look(),
  close: () => side.close(),
};
const calls = new ThreadCalls<SourceOwnerCalls>(parentPort, answers);
const side = new SourceSide(workerData as ThreadOptions, calls);
