import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type {
  ExaminationSettings,
  ExaminedDefinition,
  ExamineDefinitions,
} from '../../../compiler/workspace/examined-definition.ts';
import { createExaminer } from '../../../pipeline/create-examiner.ts';
import { diskSourceTree } from '../../../platform/files/disk-source-tree.ts';
import { type End, TaskList } from './task-list.ts';
import { startThread } from '../thread.ts';

/** What a thread that examines definitions begins with. */
export interface ExaminingData extends ExaminationSettings {
  readonly root: string;
  readonly tasks: TaskList['data'];
  readonly end: End;
}

/** What a thread has examined. */
export interface ExaminedInThread {
  readonly path: string;
  readonly result: Packed | undefined;
}

/** An examined definition: JSON, compressed by zstd, since that of findings is twenty times as large. */
type Packed = Uint8Array;

/** Fewer definitions are examined before other threads have started. */
const fewDefinitions = 50;
/** Further threads add more memory than speed. */
const maxThreads = 4;

/**
 * Examines the definitions of a folder: in threads, one for each core, if there are many. Each takes the next one as
 * soon as it has examined its last. This thread keeps the results as bytes until all are examined, so that they
 * do not slow down its collection of garbage.
 */
export function examineInThreads(root: string, cores = availableParallelism()): ExamineDefinitions {
  return async (paths, settings, progress) => {
    const threads = paths.length < fewDefinitions ? 0 : Math.min(cores, maxThreads);
    const results = new Map<string, Packed | undefined>();
    const take = ({ path, result }: ExaminedInThread): void => {
      results.set(path, result);
      progress(results.size);
    };
    if (threads > 1) {
      const tasks = new TaskList(await sortBySize(paths, root));
      const run = (end: End) => runThread({ root, tasks: tasks.data, end, ...settings }, take);
      // One begins with the largest, so that no two of them are in memory at the same time.
      await Promise.all([run('front'), ...Array.from({ length: threads - 1 }, () => run('back'))]);
    }
    return examineRest(paths, results, createExaminer(diskSourceTree(root), settings), progress);
  };
}

/** The largest first. */
async function sortBySize(paths: readonly string[], root: string): Promise<readonly string[]> {
  const sizes = new Map<string, number>();
  for (const path of paths) {
    const stats = await stat(join(root, path)).catch(() => undefined);
    sizes.set(path, stats?.size ?? 0);
  }
  return paths.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/** Never rejects: what a failed thread has not examined is left to the caller. */
async function runThread(data: ExaminingData, take: (one: ExaminedInThread) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = startThread('examining-thread', { workerData: data });
  worker.on('message', take);
  worker.once('error', () => resolve());
  worker.once('exit', () => resolve());
  await promise;
}

/** The results of the threads, and of what they have not examined. */
async function* examineRest(
  paths: readonly string[],
  results: Map<string, Packed | undefined>,
  examine: (path: string) => Promise<ExaminedDefinition | undefined>,
  progress: (done: number) => void,
): AsyncGenerator<ExaminedDefinition> {
  for (const [index, path] of paths.entries()) {
    const isDone = results.has(path);
    const result = results.get(path);
    results.delete(path);
    const examined = isDone ? result && unpack(result) : await examine(path);
    if (examined) yield examined;
    if (!isDone) progress(index + 1);
  }
}

function unpack(result: Packed): ExaminedDefinition {
  const examined = JSON.parse(zstdDecompressSync(result).toString()) as ExaminedDefinition;
  shareTexts(examined, new Map());
  return examined;
}

/** Makes equal strings one string, since most of those of findings are alike. */
function shareTexts(value: object, texts: Map<string, string>): void {
  const members = value as Record<string, unknown>;
  for (const key in members) {
    const member = members[key];
    if (typeof member === 'string') {
      const known = texts.get(member);
      if (known === undefined) texts.set(member, member);
      else members[key] = known;
    } else if (typeof member === 'object' && member !== null) shareTexts(member, texts);
  }
}
