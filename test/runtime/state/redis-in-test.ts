import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

/** Whether a server of our own can be started. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A server of a test's own, which keeps nothing on disk. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Ends it; its data is lost. */
  readonly stop: () => Promise<void>;
  /** Starts it again on its port. */
  readonly start: () => Promise<void>;
  /** Keeps it from answering, though its connections stay open, and lets it go on. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

/** Starts a server on a free port; the options are lines of its configuration. */
export async function startRedis(...options: readonly string[]): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-redis-'));
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...options];
  const launch = async () => {
    const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let written = '';
    while (!written.includes('Ready to accept connections')) {
      const [chunk] = (await Promise.race([once(child.stdout, 'data'), once(child, 'close')])) as [unknown];
      if (child.exitCode !== null) throw new Error(`redis-server ended:\n${written}`);
      written += String(chunk);
    }
    child.stdout.resume();
    return child;
  };
  let child = await launch();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop,
    start: async () => {
      child = await launch();
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
