import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { zstdCompressSync } from 'node:zlib';
import { createExaminer } from '../../pipeline/create-examiner.ts';
import { diskSourceTree } from '../../platform/files/disk-source-tree.ts';
import type { ExaminedInThread, ExaminingData } from './examine/examine-in-threads.ts';
import { TaskList } from './examine/task-list.ts';

if (!parentPort) throw new Error('this module begins a thread');

void examineTasks(parentPort, workerData as ExaminingData);

async function examineTasks(
  port: MessagePort,
  { root, tasks, end, ...settings }: ExaminingData,
): Promise<void> {
  const examine = createExaminer(diskSourceTree(root), settings);
  for (const path of new TaskList(tasks).from(end)) {
    const examined = await examine(path);
    // A copy, since a message contains the whole buffer that a part of it was made in.
    const result = examined && new Uint8Array(zstdCompressSync(JSON.stringify(examined)));
    const message: ExaminedInThread = { path, result };
    port.postMessage(message, result ? [result.buffer] : []);
  }
}
