import { parentPort, workerData } from 'node:worker_threads';
import type { SourceThreadData } from '../threads/source-calls.ts';
import { type Calls, ThreadCalls } from '../threads/thread-calls.ts';
import type { ProposalThreadCalls } from './proposal-questions.ts';
import { ProposalSide } from './proposal-side.ts';

if (!parentPort) throw new Error('this module begins a thread');

const side = new ProposalSide(workerData as SourceThreadData);
const answers: ProposalThreadCalls = {
  answer: (asked) => side.answer(asked),
  close: () => side.close(),
};
void new ThreadCalls<Calls<never>>(parentPort, answers);
