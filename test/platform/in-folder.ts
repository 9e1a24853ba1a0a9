import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Registers a cleanup after a test, or after the tests that share a resource. */
export type AtEnd = (clean: () => Promise<void>) => void;

/** A new folder that is removed after the test. */
export async function makeTestFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
