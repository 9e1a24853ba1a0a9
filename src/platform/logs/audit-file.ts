import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

const lineBreak = 0x0a;

const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
/** A named pipe without a reader would otherwise hold the log, and the end of the process, for ever. */
const openFlags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

/**
 * A file that lines are added to at its end, wherever others have cut it, and that is opened anew where it was moved
 * away. Its methods must not run at once.
 */
export class AuditFile {
  readonly #file: string;
  #handle: FileHandle | undefined;
  /** Of what is being written, how much the file at hand has got. */
  #written = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Adds whole lines. Rejects with the system's error; the same lines are then to be given again, and go on where the
   * disk stopped.
   */
  async append(lines: Buffer): Promise<void> {
    const handle = await this.#current(lines);
    while (this.#written < lines.length) {
      const { bytesWritten } = await handle.write(lines, this.#written, lines.length - this.#written, null);
      this.#written += bytesWritten;
    }
    this.#written = 0;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async #current(lines: Buffer): Promise<FileHandle> {
    if (this.#handle && (await isStillAt(this.#file, this.#handle))) return this.#handle;
    await this.close();
    // Another file gets the line whole that an earlier one has got the beginning of.
    if (this.#written > 0) this.#written = lines.lastIndexOf(lineBreak, this.#written - 1) + 1;
    return (this.#handle = await open(this.#file, openFlags, 0o600));
  }
}

async function isStillAt(file: string, handle: FileHandle): Promise<boolean> {
  const [there, held] = await Promise.all([stat(file).catch(() => undefined), handle.stat()]);
  return there?.ino === held.ino && there.dev === held.dev;
}
