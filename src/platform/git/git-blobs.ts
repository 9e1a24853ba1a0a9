import { endOf, startGit, type GitProcess } from './run-git.ts';

/** Reads objects of a repository by their ids, with one git process for all of them. */
export class GitBlobs implements AsyncDisposable {
  readonly #process: GitProcess;
  readonly #ended: Promise<number>;
  readonly #output: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#process = startGit(folder, ['cat-file', '--batch']);
    this.#ended = endOf(this.#process);
    this.#ended.catch(() => undefined);
    this.#process.stderr.resume();
    this.#output = this.#process.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** The bytes of an object; undefined if it exceeds `maxBytes`. Rejects if the object does not exist. */
  read(id: string, maxBytes: number): Promise<Buffer | undefined> {
    // Git responds in order, so a request need not wait for the response to the previous one.
    this.#request(id);
    const read = this.#last.then(() => this.#readNext(maxBytes, id));
    this.#last = read.catch(() => undefined);
    return read;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    this.#process.stdin.end();
    this.#process.stdout.destroy();
    await this.#ended.catch(() => undefined);
  }

  /** Requests an object. All requests of one turn of the event loop are written together. */
  #request(id: string): void {
    const { stdin } = this.#process;
    if (stdin.writableCorked === 0) {
      stdin.cork();
      setImmediate(() => stdin.uncork());
    }
    stdin.write(`${id}\n`);
  }

  /**
   * Reads the next response: `ID TYPE SIZE`, the content and a line end, or `ID missing` if the object does not exist.
   */
  async #readNext(maxBytes: number, id: string): Promise<Buffer | undefined> {
    const header = (await this.#takeLine()).toString('latin1');
    const size = Number(/ (\d+)$/.exec(header)?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) throw new Error(`git has no object ${id}: ${header}`);
    const content = await this.#take(size, size <= maxBytes);
    await this.#take(1, false);
    return content;
  }

  async #takeLine(): Promise<Buffer> {
    let end = this.#rest.indexOf('\n');
    while (end === -1) {
      this.#rest = Buffer.concat([this.#rest, await this.#nextChunk()]);
      end = this.#rest.indexOf('\n');
    }
    const line = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  /** Consumes this many bytes of the output, and returns them if `isWanted`. */
  async #take(size: number, isWanted: boolean): Promise<Buffer | undefined> {
    const chunks: Buffer[] = [];
    let missing = size;
    for (;;) {
      const chunk = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(chunk.length);
      missing -= chunk.length;
      if (isWanted) chunks.push(chunk);
      if (missing === 0) return isWanted ? Buffer.concat(chunks) : undefined;
      this.#rest = await this.#nextChunk();
    }
  }

  async #nextChunk(): Promise<Buffer> {
    const { value, done } = await this.#output.next();
    if (done) throw new Error('git ended before it answered');
    return value;
  }
}
