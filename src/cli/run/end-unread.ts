import { setTimeout as delay } from 'node:timers/promises';
import type { Io } from '../io.ts';

/** The maximum waiting time, and the pause between two checks, in milliseconds. */
const maxWait = 3000;
const pause = 50;

/**
 * Waits until all written output is read. After a few seconds it ends the process by SIGTERM, since a process with
 * unread output never exits; the caller must have removed all other listeners for SIGTERM.
 */
export async function endUnread({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>): Promise<void> {
  for (let waited = 0; stdout.waiting() + stderr.waiting() > 0; waited += pause) {
    if (waited >= maxWait) return void process.kill(process.pid, 'SIGTERM');
    await delay(pause);
  }
}
