import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FolderCalls, FolderData } from '../folder-checks/folder-check.ts';
import { FolderSide } from '../folder-checks/folder-side.ts';
import { type Calls, ThreadCalls } from '../served/thread-calls.ts';

if (!parentPort) throw new Error('this module begins a thread');

startChecks(parentPort, workerData as FolderData);

function startChecks(port: MessagePort, data: FolderData): ThreadCalls<Calls> {
  const side = new FolderSide(data);
  const answers: FolderCalls = { check: (question) => side.check(question) };
  return new ThreadCalls(port, answers);
}
