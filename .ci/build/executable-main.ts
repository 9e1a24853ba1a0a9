import { isMainThread } from 'node:worker_threads';
import { processIo } from '#cli/io.ts';
import { runCommandLine } from '#cli/run-command-line.ts';
import type { ThreadName } from '#serve/served/thread.ts';

/** What the single executable runs: the command line, or the thread that the first argument of its threads names. */
const threads: Readonly<Record<ThreadName, () => Promise<unknown>>> = {
  'comparison-thread': () => import('#serve/threads/comparison-thread.ts'),
  'document-thread': () => import('#serve/threads/document-thread.ts'),
  'draft-thread': () => import('#serve/threads/draft-thread.ts'),
  'examining-thread': () => import('#serve/threads/examining-thread.ts'),
  'folder-thread': () => import('#serve/threads/folder-thread.ts'),
  'proposal-thread': () => import('#serve/threads/proposal-thread.ts'),
  'serving-thread': () => import('#serve/threads/serving-thread.ts'),
  'source-thread': () => import('#serve/threads/source-thread.ts'),
};

if (isMainThread) void runCommand();
else void threads[process.argv[2] as ThreadName]();

async function runCommand(): Promise<void> {
  const exitCode = await runCommandLine(process.argv.slice(2), processIo());
  // Output that could not be written has set one already.
  process.exitCode ??= exitCode;
}
