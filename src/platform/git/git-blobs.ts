import { endOf, startGit, type GitProcess } from './run-git.ts';

/** Reads objects of a repository by their ids: one process of git for all of them. */
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

  /** The bytes of an object; undefined if it is larger than allowed. Rejects if git does not have it. */
  read(id: string, maxBytes: number): Promise<Buffer | undefined> {
    // Git answers in order, so that it need not wait for each question.
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

  /** Questions of one turn are written together. */
  #request(id: string): void {
    const { stdin } = this.#process;
    if (stdin.writableCorked === 0) {
      stdin.cork();
      setImmediate(() => stdin.uncork());
    }
    stdin.write(`${id}\n`);
  }

  /** An answer is `ID TYPE SIZE`, the content, and the end of a line; `ID missing` if there is no such object. */
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

  /** Takes the given number of bytes off the output; keeps them if they are needed. */
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
