import { parentPort } from 'node:worker_threads';
import { systemClock } from '#platform/system-clock.ts';
import { DraftSide } from '../proposals/draft-side.ts';
import { timeWork, type WorkCalls } from '../proposals/limits/work-limit.ts';
import type { DraftQuestion, ProposalThreadCalls } from '../proposals/proposal-questions.ts';
import { ThreadCalls } from '../served/thread-calls.ts';

if (!parentPort) throw new Error('this module begins a thread');

const side = new DraftSide(
  timeWork({
    workBegan: (person) => main.send('workBegan', person),
    workEnded: () => main.send('workEnded', undefined),
  }),
  systemClock,
);
const answers: ProposalThreadCalls<DraftQuestion> = {
  answer: (request) => side.answer(request),
  // Drafts need no repository.
  tidy: async () => undefined,
  close: async () => undefined,
};
const main = new ThreadCalls<WorkCalls>(parentPort, answers);
