import { parentPort, workerData } from 'node:worker_threads';
import type { SourceThreadData } from './source-calls.ts';
import { ThreadCalls } from './thread-calls.ts';
import type { ProposalThreadCalls } from '../proposals/proposal-questions.ts';
import { ProposalSide } from '../proposals/proposal-side.ts';
import { timeWork, type WorkCalls } from '../proposals/limits/work-limit.ts';

if (!parentPort) throw new Error('this module begins a thread');

const side = new ProposalSide(
  workerData as SourceThreadData,
  timeWork({
    workBegan: (number) => main.send('workBegan', number),
    workEnded: (number) => main.send('workEnded', number),
  }),
);
const answers: ProposalThreadCalls = {
  answer: (asked) => side.answer(asked),
  tidy: () => side.tidy(),
  close: () => side.close(),
};
const main = new ThreadCalls<WorkCalls>(parentPort, answers);
