import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createExaminer } from '#pipeline/create-examiner.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import type { ExaminedInThread, ExaminingData } from '../examine/examine-in-threads.ts';
import { packDefinition } from '../examine/packed-definition.ts';
import { TaskList } from '../examine/task-list.ts';

if (!parentPort) throw new Error('this module begins a thread');

void examineTasks(parentPort, workerData as ExaminingData);

async function examineTasks(
  port: MessagePort,
  { root, tasks, end, ...settings }: ExaminingData,
): Promise<void> {
  const examine = createExaminer(diskSourceTree(root), settings);
  for (const path of new TaskList(tasks).from(end)) {
    const examined = await examine(path);
    const message: ExaminedInThread = { path, examined: examined && packDefinition(examined) };
    port.postMessage(message, message.examined ? [message.examined.result.buffer] : []);
  }
}
