import type { Worker } from 'node:worker_threads';
import { findEdit } from '#source/find-edit.ts';
import { messageOf } from '../served/startup-error.ts';
import { ThreadCalls } from '../served/thread-calls.ts';
import { startThread } from '../served/thread.ts';
import type { FolderBuffer, FolderCalls, FolderData, FolderFindings } from './folder-check.ts';

/** The thread ended before it had answered. */
class EndedError extends Error {}

/** One thread and what it was sent. */
interface Started {
  readonly worker: Worker;
  readonly calls: ThreadCalls<FolderCalls>;
  sent: ReadonlyMap<string, string>;
}

/**
 * Checks a folder in a thread of its own, which the first check starts. Should the thread end unexpectedly, `report` gets
 * a sentence, once until a check has succeeded again, and the next check starts another one.
 */
export class FolderChecker {
  readonly #data: FolderData;
  readonly #report: (message: string) => void;
  #started: Started | undefined;
  #isFailing = false;
  #isClosed = false;

  constructor({ root, configFile }: Omit<FolderData, 'newest'>, report: (message: string) => void) {
    this.#data = { root, configFile, newest: new Int32Array(new SharedArrayBuffer(4)) };
    this.#report = report;
  }

  /** A newer check will be wanted, so that one under way may end early. */
  supersede(): void {
    Atomics.add(this.#data.newest, 0, 1);
  }

  /**
   * Checks the folder as if files were saved with the texts that an editor has of them, by path. One check at a time;
   * undefined if it ended early. Rejects if the check fails.
   */
  async check(texts: ReadonlyMap<string, string>): Promise<FolderFindings | undefined> {
    const mayRepeat = !this.#isFailing;
    try {
      const findings = await this.#request(texts);
      this.#isFailing = false;
      return findings;
    } catch (error) {
      if (!(error instanceof EndedError)) throw error;
      // An accident happens once; a text that ends the thread would do so each time.
      return mayRepeat && !this.#isClosed ? this.check(texts) : undefined;
    }
  }

  /** Ends the thread and the check under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#started?.worker.terminate();
  }

  #request(texts: ReadonlyMap<string, string>): Promise<FolderFindings | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    const started = (this.#started ??= this.#start());
    const buffers = [...texts].map(([file, text]) => toBuffer(file, text, started.sent.get(file)));
    started.sent = texts;
    return started.calls.request('check', { number: Atomics.load(this.#data.newest, 0), buffers });
  }

  #start(): Started {
    const worker = startThread('folder-thread', { workerData: this.#data });
    const calls = new ThreadCalls<FolderCalls>(worker, {});
    let cause = '';
    worker.once('error', (error) => (cause = `: ${messageOf(error)}`));
    worker.once('exit', () => {
      this.#started = undefined;
      calls.end(new EndedError());
      if (!this.#isClosed && !this.#isFailing) {
        this.#report(
          `The check of ${this.#data.root} ended unexpectedly${cause}. The next one starts again.`,
        );
      }
      this.#isFailing = true;
    });
    return { worker, calls, sent: new Map() };
  }
}

/** Of a text that the thread has, megabytes perhaps, only what has changed is sent. */
function toBuffer(file: string, text: string, sent: string | undefined): FolderBuffer {
  if (sent === undefined) return { file, text };
  if (sent === text) return { file };
  const edit = findEdit(sent, text);
  return { file, edit, added: text.slice(edit.start, edit.end) };
}
