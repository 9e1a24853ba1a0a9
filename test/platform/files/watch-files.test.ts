import { unwatchFile, watchFile } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFiles } from '#platform/files/watch-files.ts';
import { makeTestFolder } from '../in-folder.ts';

const intervalMs = 10;

let certificate: string;
let key: string;

beforeEach(async () => {
  const folder = await makeTestFolder();
  [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(globalThis, 'setTimeout');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Resolves after the first check of a missing file, which `watchFile` reports only of missing files. */
const firstLook = (file: string) =>
  new Promise<void>((resolve) => {
    const listener = () => {
      unwatchFile(file, listener);
      resolve();
    };
    watchFile(file, { interval: intervalMs, persistent: false }, listener);
  });

/** Puts a whole file there at once, since a check can come between opening a file and writing it. */
const put = async (file: string) => {
  await writeFile(`${file}.new`, 'text');
  await rename(`${file}.new`, file);
};

/** Resolves when so many changes have been noticed, each of which starts the timer again. */
const noticed = async (count: number) => {
  while (vi.mocked(setTimeout).mock.calls.length < count) await new Promise((done) => setImmediate(done));
};

test('several files that change one after the other are reported once, after the last change', async () => {
  const changed = vi.fn();
  using watch = watchFiles(changed, intervalMs);
  watch.follow([certificate, key]);
  await Promise.all([firstLook(certificate), firstLook(key)]);
  await put(certificate);
  await noticed(1);
  vi.advanceTimersByTime(150);
  await put(key);
  await noticed(2);
  vi.advanceTimersByTime(199);
  expect(changed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(changed).toHaveBeenCalledOnce();
});

test('a change is not reported after the watch has ended', async () => {
  const changed = vi.fn();
  const watch = watchFiles(changed, intervalMs);
  watch.follow([certificate]);
  await firstLook(certificate);
  await put(certificate);
  await noticed(1);
  watch[Symbol.dispose]();
  vi.advanceTimersByTime(1000);
  expect(changed).not.toHaveBeenCalled();
});
