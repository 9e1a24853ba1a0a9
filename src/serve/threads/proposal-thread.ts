import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadOptions } from '../served/gateway-options.ts';
import { ThreadCalls } from '../served/thread-calls.ts';
import type { ProposalThreadCalls, RepositoryQuestion } from '../proposals/proposal-questions.ts';
import { ProposalSide } from '../proposals/proposal-side.ts';
import { timeWork, type WorkCalls } from '../proposals/limits/work-limit.ts';

if (!parentPort) throw new Error('this module begins a thread');

const side = new ProposalSide(
  workerData as ThreadOptions,
  timeWork({
    workBegan: (person) => main.send('workBegan', person),
    workEnded: () => main.send('workEnded', undefined),
  }),
);
const answers: ProposalThreadCalls<RepositoryQuestion> = {
  answer: (request) => side.answer(request),
  tidy: () => side.tidy(),
  close: () => side.close(),
};
const main = new ThreadCalls<WorkCalls>(parentPort, answers);
