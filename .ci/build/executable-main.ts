import { isMainThread } from 'node:worker_threads';
import { processIo } from '../../src/cli/io.ts';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import type { ThreadName } from '../../src/serve/threads/thread.ts';

/** What the single executable runs: the command line, or the thread that the first argument of its threads names. */
const threads: Readonly<Record<ThreadName, () => Promise<unknown>>> = {
  'comparison-thread': () => import('../../src/serve/threads/comparison-thread.ts'),
  'draft-thread': () => import('../../src/serve/threads/draft-thread.ts'),
  'examining-thread': () => import('../../src/serve/threads/examining-thread.ts'),
  'folder-thread': () => import('../../src/serve/threads/folder-thread.ts'),
  'proposal-thread': () => import('../../src/serve/threads/proposal-thread.ts'),
  'serving-thread': () => import('../../src/serve/threads/serving-thread.ts'),
  'source-thread': () => import('../../src/serve/threads/source-thread.ts'),
};

if (isMainThread) void runCommand();
else void threads[process.argv[2] as ThreadName]();

async function runCommand(): Promise<void> {
  const exitCode = await runCommandLine(process.argv.slice(2), processIo());
  // Output that could not be written has set one already.
  process.exitCode ??= exitCode;
}
