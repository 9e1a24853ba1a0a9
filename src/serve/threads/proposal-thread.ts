import { parentPort, workerData } from 'node:worker_threads';
import type { SourceThreadData } from './source-calls.ts';
import { type Calls, ThreadCalls } from './thread-calls.ts';
import type { ProposalThreadCalls } from '../proposals/proposal-questions.ts';
import { ProposalSide } from '../proposals/proposal-side.ts';

if (!parentPort) throw new Error('this module begins a thread');

const side = new ProposalSide(workerData as SourceThreadData);
const answers: ProposalThreadCalls = {
  answer: (asked) => side.answer(asked),
  tidy: () => side.tidy(),
  close: () => side.close(),
};
void new ThreadCalls<Calls>(parentPort, answers);
