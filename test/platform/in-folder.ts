import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Registers what is to be done after a test, or after those that share what it cleans up. */
export type AtEnd = (clean: () => Promise<void>) => void;

/** A new folder that is removed after the test. */
export async function makeTestFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
