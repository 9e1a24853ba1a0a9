import type { Worker } from 'node:worker_threads';
import { cleanName } from '#platform/git/proposals/write-commit.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { messageOf } from '../served/startup-error.ts';
import { endThread, startThread } from '../served/thread.ts';
import { ThreadCalls } from '../served/thread-calls.ts';
import type { StoppedPersons } from './limits/stopped-persons.ts';
import { WorkLimit } from './limits/work-limit.ts';
import type { ProposalThreadCalls, ThreadAnswer, ThreadQuestion } from './proposal-questions.ts';
import { TidyWhenIdle } from './tidy-when-idle.ts';

/** After this long without a question a thread is ended, since it may know all declarations; in milliseconds. */
const idleMs = 600_000;

/** Long enough to end a running git, in milliseconds. */
const closingMs = 5000;

/** Memory of a thread, which ends alone if a change needs more. */
const maxHeapMegabytes = 2048;

/** The work of a thread, which runs one task after another. */
export interface ThreadWork {
  readonly file: 'proposal-thread' | 'draft-thread';
  /** One task, for the log: `plan`. */
  readonly task: string;
  /** The longest that one may take, in milliseconds. */
  readonly maxMs: number;
}

type ThreadRequest = Parameters<ProposalThreadCalls['answer']>[0];

interface RunningThread {
  /** A task has taken too long. */
  isStopped: boolean;
  readonly worker: Worker;
  readonly calls: ThreadCalls<ProposalThreadCalls>;
}

/**
 * A thread that is started by the first question, and ended if a task takes too long: then that person is refused for a
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

  /** Asks again what a thread has not answered because the work of somebody else was stopped. */
  async #answer(request: ThreadRequest): Promise<ThreadAnswer> {
    for (;;) {
      const running = await this.#find();
      const answer = await running.calls.request('answer', request).catch((error: unknown) => {
        if (!running.isStopped) throw error;
        return undefined;
      });
      const isAnswered = typeof answer === 'string' || (answer && !isProposalProblem(answer));
      if (answer && (isAnswered || !running.isStopped)) return answer;
      const problem = this.#stopped.refuse(request.question);
      if (problem) return problem;
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
