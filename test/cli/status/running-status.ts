import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commitAll, makeRepository } from '../../platform/git-in-test.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { start, writeSources, type StartChanges } from '../../serve/running-gateway.ts';
import { callGatewright } from '../call-gatewright.ts';

export const api = 'apis/dog_park/v1/api.yaml';

/** A repository with the sources of the tests in its first commit, and a client that queries a gateway from there. */
export async function makeClone() {
  const { root, write } = await writeSources();
  await makeRepository(root);
  const first = await commitAll(root);
  /** Changes a file, and commits. */
  const commit = async (file: string, change: (text: string) => string) => {
    await write(file, change);
    return commitAll(root);
  };
  const status = (url: string, ...words: readonly string[]) =>
    callGatewright(root, ['status', '--url', url, ...words]);
  return { root, write, first, commit, status };
}

/** A gateway over the same sources in its own folder. */
export async function serveCopy(changes: Omit<StartChanges, 'root'> = {}) {
  const sources = await writeSources();
  const gateway = await start({ root: sources.root, plainHttp: true, ...changes });
  return { ...sources, ...gateway };
}

/** A file in its own folder. */
export async function writeAside(text: string): Promise<string> {
  const file = join(await makeTestFolder(), randomUUID());
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

/** Without what differs from run to run. */
export function steady(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:HEX')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE')
    .replaceAll(/[0-9a-f]{40}/g, 'COMMIT')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'COMMIT');
}
