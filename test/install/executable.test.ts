// @module-tag full
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.ts';
import { findBlock } from '../docs/shell-blocks.ts';
import { oddRequests } from '../shipped/odd-requests.ts';
import { answersOf, writeExamples } from '../shipped/program-answers.ts';
import { copyCheckout } from './copy-checkout.ts';
import { goodFirstDay, walkFirstDay } from './walk-first-day.ts';

const run = promisify(execFile);
const lines = findBlock('docs/installing.md: npm ci && npm run build:executable').text.split('\n');
let folder: TemporaryFolder;
const at = (name: string) => join(folder.path, name);

/** Only the file remains: nothing of it is read from the checkout that it was built in. */
beforeAll(async () => {
  folder = await temporaryFolder({});
  await mkdir(at('copy'));
  await copyCheckout(at('copy'));
  // The dependencies are copied, in place of `npm ci`.
  const [install = '', build = ''] = lines[0]?.split(' && ') ?? [];
  expect(install).toBe('npm ci');
  await run('sh', ['-c', build], { cwd: at('copy') });
  await run('sh', ['-c', lines[1] ?? ''], { cwd: at('copy') });
  await copyFile(at('copy/dist/executable/gatewright'), at('gatewright'));
  await rm(at('copy'), { recursive: true });
}, 300_000);

afterAll(() => folder[Symbol.asyncDispose]());

test('the single executable: init → lint → run → token → call', async () => {
  await mkdir(at('first'));
  expect(await walkFirstDay([at('gatewright')], at('first'))).toEqual(goodFirstDay);
}, 120_000);

test('the single executable makes pages and reports, and knows that a pipeline cannot install it', async () => {
  await mkdir(at('second'));
  const call = (...words: readonly string[]) => run(at('gatewright'), [...words], { cwd: at('second') });
  await call('init');
  expect((await call('explain', 'api-context-format')).stdout).toContain('snake_case');
  expect((await call('report', '--format', 'html')).stdout).toContain('<!doctype html>');
  await expect(call('init', '--ci', 'github')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^error: This copy of gatewright does not know where a pipeline can install it from\.\nhelp: Add --package/,
    ) as string,
  });
}, 120_000);

test('the single executable answers odd requests as the sources do', async () => {
  const requests = oddRequests(200);
  const examples = await writeExamples(onTestFinished);
  const program = [process.execPath, resolve('src/cli/main.ts')];
  const [written, executable] = await Promise.all([
    answersOf(program, { examples, requests }, onTestFinished),
    answersOf([at('gatewright')], { examples, requests }, onTestFinished),
  ]);
  expect(executable).toEqual(written);
}, 120_000);
