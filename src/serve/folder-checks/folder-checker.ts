import type { Worker } from 'node:worker_threads';
import { findEdit } from '#source/find-edit.ts';
import { messageOf } from '../served/startup-error.ts';
import { ThreadCalls } from '../served/thread-calls.ts';
import { startThread } from '../served/thread.ts';
import type { FolderBuffer, FolderCalls, FolderData, FolderFindings } from './folder-check.ts';

/** The thread ended before it answered. */
class EndedError extends Error {}

/** A running thread, and the texts that it was sent. */
interface Started {
  readonly worker: Worker;
  readonly calls: ThreadCalls<FolderCalls>;
  sent: ReadonlyMap<string, string>;
}

/**
 * Checks a folder in its own thread, which the first check starts. If the thread ends unexpectedly, `report` gets a
 * message, and the next check starts a new thread. No further message is reported until a check succeeds.
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

  /** Announces a newer check, so that the current one may end early. */
  supersede(): void {
    Atomics.add(this.#data.newest, 0, 1);
  }

  /**
   * Checks the folder as if its files had the given texts, by path. Run one check at a time. Undefined if it ended
   * early. Rejects if the check fails.
   */
  async check(texts: ReadonlyMap<string, string>): Promise<FolderFindings | undefined> {
    const mayRepeat = !this.#isFailing;
    try {
      const findings = await this.#request(texts);
      this.#isFailing = false;
      return findings;
    } catch (error) {
      if (!(error instanceof EndedError)) throw error;
      // Retry once: an accident does not repeat, while a text that ends the thread would end it each time.
      return mayRepeat && !this.#isClosed ? this.check(texts) : undefined;
    }
  }

  /** Ends the thread and the current check. */
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

/** Sends only the difference if the thread has an earlier text, since texts can be megabytes long. */
function toBuffer(file: string, text: string, sent: string | undefined): FolderBuffer {
  if (sent === undefined) return { file, text };
  if (sent === text) return { file };
  const edit = findEdit(sent, text);
  return { file, edit, added: text.slice(edit.start, edit.end) };
}
