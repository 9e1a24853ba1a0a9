import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ResourceLimits } from 'node:worker_threads';
import type {
  ExaminationSettings,
  ExaminedDefinition,
  ExamineDefinitions,
} from '#compiler/workspace/examined-definition.ts';
import { createExaminer } from '#pipeline/create-examiner.ts';
import { boundHeap, letHeapGrow } from '#platform/bound-heap.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import type { PackedJson } from '../served/packed-json.ts';
import { packDefinition, unpackDefinition, type PackedDefinition } from './packed-definition.ts';
import { type End, TaskList } from './task-list.ts';
import { messageOf } from '../served/startup-error.ts';
import { startThread } from '../served/thread.ts';

/** What a thread that examines definitions receives at its start. */
export interface ExaminingData extends ExaminationSettings {
  readonly root: string;
  readonly tasks: TaskList['data'];
  readonly end: End;
}

/** A definition that a thread has examined. */
export interface ExaminedInThread {
  readonly path: string;
  readonly examined: PackedDefinition | undefined;
}

export interface ExaminingOptions {
  /** The number of cores; by default, those of the machine. */
  readonly cores?: number;
  /**
   * The heap size of a thread. Below the default, garbage is collected more often, and a definition that does not fit
   * is examined in the caller's thread. The default suffices for the largest documents: 64 MiB of JSON.
   */
  readonly megabytes?: number;
  /** Called with each definition that may be saved, as soon as it is examined: a packed `RememberedDefinition`. */
  readonly save?: (path: string, packed: PackedJson) => void;
  /** Called with a message if threads failed, so that the caller's thread examines the remaining definitions. */
  readonly warn?: (message: string) => void;
}

/** With fewer definitions, this thread finishes before other threads have started. */
const fewDefinitions = 50;
/** More threads add more memory than speed. */
const maxThreads = 4;
/**
 * The heap growth allowed while the threads run, in percent. A smaller value costs more processor time than it saves
 * memory.
 */
const garbagePercent = 25;

/**
 * Returns a function that examines the definitions of a folder. If there are many, it uses threads, one per core; each
 * thread takes the next definition when it has finished one. The results stay packed until all are examined.
 */
export function examineInThreads(
  root: string,
  { cores = availableParallelism(), megabytes = 640, save, warn }: ExaminingOptions = {},
): ExamineDefinitions {
  return async (paths, settings, progress) => {
    let done = 0;
    const report: Report = ({ path, examined }) => {
      if (examined?.isRemembered) save?.(path, examined.result);
      done += 1;
      progress(done);
    };
    const threads = paths.length < fewDefinitions ? 0 : Math.min(cores, maxThreads);
    const limits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: megabytes };
    const { results, failure } = await examineInAll(
      { threads, limits },
      paths,
      { root, ...settings },
      report,
    );
    if (failure !== undefined) warn?.(describeFailure(failure, paths.length - results.size, paths.length));
    const examine = createExaminer(diskSourceTree(root), settings);
    const examineHere = async (path: string): Promise<ExaminedDefinition | undefined> => {
      const examined = await examine(path);
      report({ path, examined: save && examined && packDefinition(examined) });
      return examined;
    };
    return unpackAll(paths, results, examineHere);
  };
}

function describeFailure(reason: string, left: number, all: number): string {
  return (
    `Worker threads failed: ${reason.replace(/\.$/, '')}. ` +
    `${left} of ${all} documents are checked without them, which takes longer and more memory.`
  );
}

type Report = (one: ExaminedInThread) => void;

interface ExaminedByAll {
  readonly results: Map<string, PackedDefinition | undefined>;
  /** Why a thread ended early; present only if definitions are missing because of that. */
  readonly failure?: string | undefined;
}

/** Examines definitions in several threads. Returns no results if fewer than two threads are allowed. */
async function examineInAll(
  { threads, limits }: { readonly threads: number; readonly limits: ResourceLimits },
  paths: readonly string[],
  settings: Omit<ExaminingData, 'tasks' | 'end'>,
  report: Report,
): Promise<ExaminedByAll> {
  const results = new Map<string, PackedDefinition | undefined>();
  if (threads < 2) return { results };
  const take: Report = (one) => {
    results.set(one.path, one.examined);
    report(one);
  };
  const tasks = new TaskList(await sortBySize(paths, settings.root)).data;
  const run = (end: End) => runThread({ ...settings, tasks, end }, limits, take);
  boundHeap(garbagePercent);
  // Only one thread starts with the largest definitions, so that no two of the largest are in memory at the same time.
  const ends = [run('front'), ...Array.from({ length: threads - 1 }, () => run('back'))];
  const failure = (await Promise.all(ends).finally(letHeapGrow)).find((reason) => reason !== undefined);
  return { results, ...(results.size < paths.length && { failure }) };
}

/** Sorts by file size, largest first. */
async function sortBySize(paths: readonly string[], root: string): Promise<readonly string[]> {
  const sizes = new Map<string, number>();
  for (const path of paths) {
    const stats = await stat(join(root, path)).catch(() => undefined);
    sizes.set(path, stats?.size ?? 0);
  }
  return paths.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/** Resolves with the reason if the thread failed. Never rejects: the caller examines what the thread did not. */
async function runThread(
  data: ExaminingData,
  resourceLimits: ResourceLimits,
  take: (one: ExaminedInThread) => void,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  try {
    const worker = startThread('examining-thread', { workerData: data, resourceLimits });
    worker.on('message', take);
    worker.once('error', (error) => resolve(messageOf(error)));
    worker.once('exit', () => resolve(undefined));
  } catch (error) {
    resolve(messageOf(error));
  }
  return promise;
}

/** Yields the results of the threads, and examines here what the threads did not. */
async function* unpackAll(
  paths: readonly string[],
  results: Map<string, PackedDefinition | undefined>,
  examineHere: (path: string) => Promise<ExaminedDefinition | undefined>,
): AsyncGenerator<ExaminedDefinition> {
  for (const path of paths) {
    const isDone = results.has(path);
    const packed = results.get(path);
    results.delete(path);
    const examined = isDone ? packed && unpackDefinition(packed) : await examineHere(path);
    if (examined) yield examined;
  }
}
