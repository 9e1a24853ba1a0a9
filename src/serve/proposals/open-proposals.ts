import { Worker } from 'node:worker_threads';
import type { GatewaySettings } from '../../compiled/settings/gateway-settings.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { messageOf } from '../startup-error.ts';
import { endThread, threadFile } from '../threads/thread.ts';
import { ThreadCalls } from '../threads/thread-calls.ts';
import type {
  AskProposals,
  ProposalAnswer,
  ProposalQuestion,
  ProposalThreadCalls,
} from './proposal-questions.ts';
import { TidyWhenIdle } from './tidy-when-idle.ts';

/** After this long without a question the thread is ended, since it knows all declarations; in milliseconds. */
const idleMs = 600_000;

/** Long enough to end a running git, in milliseconds. */
const closingMs = 5000;

/** Memory of the thread, which ends alone if a change needs more. */
const maxHeapMegabytes = 2048;

/**
 * Makes proposals in a thread of its own, which is started by the first question; `settings` are those of the served
 * table. `opened` ends it.
 */
export function openProposals(
  options: GatewayOptions,
  settings: () => GatewaySettings | undefined,
  opened: AsyncDisposableStack,
): AskProposals {
  const thread = opened.adopt(new ProposalThread(options), (open) => open.close());
  return async (question) => {
    const served = settings();
    if (!served?.store || served.storeUrl === undefined)
      throw new Error('a proposal was asked for without a store');
    const { hostname: host } = new URL(served.storeUrl);
    return thread.ask({ settings: served.store.proposals, host, question });
  };
}

type Asked = Parameters<ProposalThreadCalls['answer']>[0];

interface RunningThread {
  readonly worker: Worker;
  readonly calls: ThreadCalls<ProposalThreadCalls>;
}

class ProposalThread {
  readonly #options: GatewayOptions;
  #running: RunningThread | undefined;
  #pending = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #tidying = new TidyWhenIdle(() => this.#tidy());

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  async ask(asked: Asked): Promise<ProposalAnswer> {
    if (this.#isClosed) throw new Error('The gateway is closing.');
    clearTimeout(this.#idle);
    this.#tidying.hold();
    this.#pending += 1;
    const running = (this.#running ??= this.#start());
    try {
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
    const running = { worker, calls: new ThreadCalls<ProposalThreadCalls>(worker, {}) };
    let cause = '';
    worker.once('error', (error) => (cause = `: ${messageOf(error)}`));
    worker.once('exit', () => {
      if (this.#running === running) this.#running = undefined;
      running.calls.end(new Error(`The thread that makes proposals has ended${cause}.`));
    });
    return running;
  }

  async #end(): Promise<void> {
    this.#tidying.hold();
    const running = this.#running;
    this.#running = undefined;
    if (running) await endThread(running.worker, running.calls.ask('close', undefined), closingMs);
  }

  #reportFailure({ ask }: ProposalQuestion, error: unknown): void {
    const message = `A proposal failed (${ask}): ${messageOf(error)}`;
    this.#options.report({ type: 'error', message });
  }
}
