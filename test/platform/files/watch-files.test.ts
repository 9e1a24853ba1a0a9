import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFiles } from '../../../src/platform/files/watch-files.ts';
import { makeTestFolder } from '../in-folder.ts';

let certificate: string;
let key: string;

beforeEach(async () => {
  const folder = await makeTestFolder();
  [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await writeFile(certificate, 'old');
  await writeFile(key, 'old');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => void vi.useRealTimers());

/** Whether a change was noticed that is waited with. */
const noticed = async () => {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
};

test('files that change one after the other are reported once, when all are written', async () => {
  let told = 0;
  using watch = watchFiles(() => (told += 1), 10);
  watch.follow([certificate, key]);
  await writeFile(certificate, 'another');
  await noticed();
  vi.advanceTimersByTime(150);
  await writeFile(key, 'another');
  expect(told).toBe(0);
  vi.advanceTimersByTime(200);
  expect(told).toBe(1);
});

test('nothing is reported any more once nobody watches', async () => {
  let told = 0;
  const watch = watchFiles(() => (told += 1), 10);
  watch.follow([certificate]);
  await writeFile(certificate, 'another');
  await noticed();
  watch[Symbol.dispose]();
  vi.advanceTimersByTime(1000);
  expect(told).toBe(0);
});
