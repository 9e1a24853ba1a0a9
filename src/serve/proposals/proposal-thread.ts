import type { Worker } from 'node:worker_threads';
import { cleanName } from '#compiled/names/clean-name.ts';
import { isProposalProblem, type ProposalProblem } from '#runtime/ports/proposals.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { messageOf } from '../served/startup-error.ts';
import { endThread, startThread } from '../served/thread.ts';
import { ThreadCalls } from '../served/thread-calls.ts';
import type { StoppedPersons } from './limits/stopped-persons.ts';
import { WorkLimit } from './limits/work-limit.ts';
import type {
  ProposalThreadCalls,
  ThreadAnswer,
  ThreadQuestion,
  ThreadRequest,
} from './proposal-questions.ts';
import { TidyWhenIdle } from './tidy-when-idle.ts';

/** How long a thread may be idle before it is ended, in milliseconds. It may hold all declarations in memory. */
const idleMs = 600_000;

/** How long a thread may take to close, in milliseconds: enough to end a running git process. */
const closingMs = 5000;

/** The heap limit of a thread. If a change needs more, only the thread ends. */
const maxHeapMegabytes = 2048;

/** What a thread does, one task after another. */
export interface ThreadWork {
  readonly file: 'proposal-thread' | 'draft-thread';
  /** The name of a task in the log: `plan`. */
  readonly task: string;
  /** The maximum duration of a task, in milliseconds. */
  readonly maxMs: number;
}

/** What ends a proposal. To propose is not among them: the same commit on the same branch replaces the first. */
const doneOnce: ReadonlySet<ThreadQuestion['method']> = new Set(['approve', 'withdraw', 'decline']);

const unfinished: ProposalProblem = {
  problem: 'unavailable',
  reason:
    'The gateway was interrupted, and does not know whether this was done. Check the page: if the proposal is still open, send the form again.',
};

interface RunningThread {
  /** Whether a task took too long, so that the thread is being ended. */
  isStopped: boolean;
  readonly worker: Worker;
  readonly calls: ThreadCalls<ProposalThreadCalls>;
}

/**
 * A thread that starts with the first question. It is ended if a task takes too long: the person is then refused for a
 * while, and a new thread answers everybody else.
 */
export class ProposalThread {
  readonly #options: GatewayOptions;
  readonly #work: ThreadWork;
  readonly #stopped: StoppedPersons;
  #running: RunningThread | undefined;
  #ending: Promise<void> = Promise.resolve();
  #pending = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #tidying = new TidyWhenIdle(() => this.#tidy());

  constructor(options: GatewayOptions, work: ThreadWork, stopped: StoppedPersons) {
    this.#options = options;
    this.#work = work;
    this.#stopped = stopped;
  }

  async request(request: ThreadRequest): Promise<ThreadAnswer> {
    if (this.#isClosed) throw new Error('The gateway is closing.');
    clearTimeout(this.#idle);
    this.#tidying.hold();
    this.#pending += 1;
    try {
      return await this.#answer(request);
    } catch (error) {
      if (!this.#isClosed) this.#reportFailure(request.question, error);
      throw error;
    } finally {
      this.#pending -= 1;
      if (this.#pending === 0) this.#rest();
    }
  }

  /**
   * Sends a question again if the thread was stopped because of another person's task, unless its work may be done
   * already and cannot be done twice.
   */
  async #answer(request: ThreadRequest): Promise<ThreadAnswer> {
    for (;;) {
      const running = await this.#find();
      const answer = await running.calls.request('answer', request).catch((error: unknown) => {
        if (!running.isStopped) throw error;
        return undefined;
      });
      const isAnswered = typeof answer === 'string' || (answer && !isProposalProblem(answer));
      if (answer && (isAnswered || !running.isStopped)) return answer;
      const { question } = request;
      const problem = this.#stopped.refuse(question);
      if (problem) return problem;
      if (doneOnce.has(question.method)) return unfinished;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  /**
   * Returns the running thread, or starts one. A thread that is ending still uses the repository, so its end is
   * awaited.
   */
  async #find(): Promise<RunningThread> {
    await this.#ending;
    if (this.#isClosed) throw new Error('The gateway is closing.');
    return (this.#running ??= this.#start());
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
    this.#tidying.release();
  }

  /** Packs the repository that the thread has open. The next question waits until it is done. */
  async #tidy(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    const failure = await running.calls.request('tidy', undefined).catch(messageOf);
    if (failure === undefined || this.#running !== running) return;
    const message = `The repository in which proposals are made could not be packed: ${failure}`;
    this.#options.report({ type: 'warning', message });
  }

  #start(): RunningThread {
    const { report: _report, ...workerData } = this.#options;
    const worker = startThread(this.#work.file, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    let cause = '';
    const limit = new WorkLimit(this.#work.maxMs, (person) => {
      if (this.#running === running) this.#stop(running, person);
    });
    const running: RunningThread = { isStopped: false, worker, calls: new ThreadCalls(worker, limit.calls) };
    worker.once('error', (error) => (cause = `: ${messageOf(error)}`));
    worker.once('exit', () => {
      limit[Symbol.dispose]();
      if (this.#running === running) this.#running = undefined;
      running.calls.end(new Error(`The thread that makes proposals has ended${cause}.`));
    });
    return running;
  }

  #stop(running: RunningThread, person: string): void {
    running.isStopped = true;
    this.#stopped.add(person);
    const { task, maxMs } = this.#work;
    const stopped = `A ${task} of ${cleanName(person)} was stopped after ${maxMs / 1000} seconds`;
    const message = `${stopped}. Plans and drafts of this person are refused for five minutes.`;
    this.#options.report({ type: 'error', message });
    void this.#end();
  }

  async #end(): Promise<void> {
    this.#tidying.hold();
    const running = this.#running;
    this.#running = undefined;
    if (running)
      this.#ending = endThread(running.worker, running.calls.request('close', undefined), closingMs);
    await this.#ending;
  }

  #reportFailure({ method }: ThreadQuestion, error: unknown): void {
    const message = `A proposal failed (${method}): ${messageOf(error)}`;
    this.#options.report({ type: 'error', message });
  }
}
