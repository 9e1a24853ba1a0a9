import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;
const millisecondsBetween = 10;

/** The usage of a process that is not a script, looked up from outside, as report-usage.cjs writes it; it takes Linux. */
export class UsageOfProcess {
  readonly #pid: number | undefined;
  /** The kernel forgets it once the process has ended, so that the last look counts. */
  #last = '0 0';

  constructor(child: ChildProcess) {
    this.#pid = child.pid;
    const looking = setInterval(() => this.#look(), millisecondsBetween);
    child.once('exit', () => clearInterval(looking));
  }

  /** Its peak memory, in kilobytes, and its processor time, in microseconds. */
  get last(): string {
    return this.#last;
  }

  #look(): void {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8')) ?? [];
      const fields = readFileSync(`/proc/${this.#pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const microseconds = ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticksPerSecond;
      if (kilobytes !== undefined) this.#last = `${kilobytes} ${microseconds}`;
    } catch {
      // It has just ended.
    }
  }
}
