import { Worker } from 'node:worker_threads';
import type { GatewaySettings } from '../../compiled/settings/gateway-settings.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { messageOf } from '../startup-error.ts';
import { endThread, threadFile } from '../threads/thread.ts';
import { ThreadCalls } from '../threads/thread-calls.ts';
import { limitQuestions } from './limits/limit-questions.ts';
import type {
  AskProposals,
  ProposalAnswer,
  ProposalQuestion,
  ProposalThreadCalls,
} from './proposal-questions.ts';
import { WorkLimit } from './limits/work-limit.ts';
import { TidyWhenIdle } from './tidy-when-idle.ts';

/** After this long without a question the thread is ended, since it knows all declarations; in milliseconds. */
const idleMs = 600_000;

/** The longest that the thread may plan one change; the first of 10,000 APIs takes half a minute. In milliseconds. */
const workMs = 120_000;

/** Long enough to end a running git, in milliseconds. */
const closingMs = 5000;

/** Memory of the thread, which ends alone if a change needs more. */
const maxHeapMegabytes = 2048;

/**
 * Makes proposals in a thread of its own, which is started by the first question, and ended if it plans a change for
 * longer than `maxWorkMs`; `settings` are those of the served table. `opened` ends it.
 */
export function openProposals(
  options: GatewayOptions,
  settings: () => GatewaySettings | undefined,
  opened: AsyncDisposableStack,
  maxWorkMs = workMs,
): AskProposals {
  const thread = opened.adopt(new ProposalThread(options, maxWorkMs), (open) => open.close());
  return limitQuestions(async (question) => {
    const served = settings();
    if (!served?.store || served.storeUrl === undefined)
      throw new Error('a proposal was asked for without a store');
    const { hostname: host } = new URL(served.storeUrl);
    return thread.ask({ settings: served.store.proposals, host, question });
  });
}

type Asked = Parameters<ProposalThreadCalls['answer']>[0];

interface RunningThread {
  readonly worker: Worker;
  readonly calls: ThreadCalls<ProposalThreadCalls>;
}

class ProposalThread {
  readonly #options: GatewayOptions;
  readonly #maxWorkMs: number;
  #running: RunningThread | undefined;
  #ending: Promise<void> = Promise.resolve();
  #pending = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #tidying = new TidyWhenIdle(() => this.#tidy());

  constructor(options: GatewayOptions, maxWorkMs: number) {
    this.#options = options;
    this.#maxWorkMs = maxWorkMs;
  }

  async ask(asked: Asked): Promise<ProposalAnswer> {
    if (this.#isClosed) throw new Error('The gateway is closing.');
    clearTimeout(this.#idle);
    this.#tidying.hold();
    this.#pending += 1;
    try {
      const running = await this.#find();
      return await running.calls.ask('answer', asked);
    } catch (error) {
      if (!this.#isClosed) this.#reportFailure(asked.question, error);
      throw error;
    } finally {
      this.#pending -= 1;
      if (this.#pending === 0) this.#rest();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  /** One that is ending still has the repository. */
  async #find(): Promise<RunningThread> {
    await this.#ending;
    if (this.#isClosed) throw new Error('The gateway is closing.');
    return (this.#running ??= this.#start());
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
    this.#tidying.release();
  }

  /** Packs the repository that the thread knows; the next question waits for it. */
  async #tidy(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    const failure = await running.calls.ask('tidy', undefined).catch(messageOf);
    if (failure === undefined || this.#running !== running) return;
    const message = `The repository in which proposals are made could not be packed: ${failure}`;
    this.#options.report({ type: 'warning', message });
  }

  #start(): RunningThread {
    const { report: _report, ...workerData } = this.#options;
    const worker = new Worker(threadFile('proposal-thread'), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    let cause = '';
    const limit = new WorkLimit(this.#maxWorkMs, () => {
      cause = `: it has planned a change for longer than ${this.#maxWorkMs / 1000} seconds`;
      if (this.#running === running) void this.#end();
    });
    const running = { worker, calls: new ThreadCalls<ProposalThreadCalls>(worker, limit.calls) };
    worker.once('error', (error) => (cause = `: ${messageOf(error)}`));
    worker.once('exit', () => {
      limit[Symbol.dispose]();
      if (this.#running === running) this.#running = undefined;
      running.calls.end(new Error(`The thread that makes proposals has ended${cause}.`));
    });
    return running;
  }

  async #end(): Promise<void> {
    this.#tidying.hold();
    const running = this.#running;
    this.#running = undefined;
    if (running) this.#ending = endThread(running.worker, running.calls.ask('close', undefined), closingMs);
    await this.#ending;
  }

  #reportFailure({ ask }: ProposalQuestion, error: unknown): void {
    const message = `A proposal failed (${ask}): ${messageOf(error)}`;
    this.#options.report({ type: 'error', message });
  }
}
