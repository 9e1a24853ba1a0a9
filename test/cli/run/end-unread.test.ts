// @module-tag full
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main, processEnv } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A pipe that takes no further byte, since nobody reads it. */
function openFullPipe(file: string): number {
  execFileSync('mkfifo', [file]);
  const descriptor = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  } catch {
    return descriptor;
  }
}

test('a gateway ends even if nobody reads its log', async () => {
  await using folder = await temporaryFolder({ 'gateway.config.yaml': 'broken' });
  const pipe = openFullPipe(join(folder.path, 'log'));
  onTestFinished(() => closeSync(pipe));
  const child = spawn(process.execPath, [main, 'run'], {
    cwd: folder.path,
    env: processEnv,
    stdio: ['ignore', 'ignore', pipe],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});
