// @module-tag full
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { runGatewright } from './cli/run-gatewright.ts';
import { eventually } from './eventually.ts';
import { isShipped } from './full-run.ts';
import type { PageInTest } from './runtime/oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, signIn } from './runtime/portal/proposals/proposals-in-test.ts';

const built = resolve('dist/cli/main.js');
const unbuilt = resolve('src/cli/main.ts');
const openapi = 'apis/dog_park/v1/openapi.yaml';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-build-'));
  const broken = {
    ...cleanSources,
    'tiers.yaml': `${cleanSources['tiers.yaml']}colour: blue\n`,
    [openapi]: cleanSources[openapi]?.replace('paths:', 'path: {}\npaths:') ?? '',
  };
  await writeFiles(join(folder, 'clean'), cleanSources);
  await writeFiles(join(folder, 'broken'), broken);
  // In the mode `shipped` it is built already, and other tests run it.
  if (!isShipped) await promisify(execFile)('npm', ['run', '--silent', 'build']);
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

test.each([
  ['clean', ['--version'], 0],
  ['clean', ['--help'], 0],
  ['clean', ['lint', '--help'], 0],
  ['clean', ['lint'], 0],
  ['clean', ['compile'], 0],
  ['clean', ['run', '--deployment', 'none'], 2],
  ['broken', ['lint'], 1],
  ['broken', ['lint', '--format', 'sarif'], 1],
  ['clean', ['lnt'], 2],
] as const)('in a %s folder, %j does the same built as unbuilt', async (project, words, code) => {
  const cwd = join(folder, project);
  const result = await runGatewright(cwd, words, {}, built);
  expect(result).toEqual(await runGatewright(cwd, words, {}, unbuilt));
  expect(result.code).toBe(code);
});

test('every thread of the sources is built next to the modules that start it', () => {
  const builtThreads = globSync('dist/cli/*-thread.js').map((file) => basename(file, '.js'));
  const threads = globSync('src/serve/threads/*-thread.ts').map((file) => basename(file, '.ts'));
  expect(builtThreads.toSorted()).toEqual(threads.toSorted());
});

test('the types of the library import no file that the package lacks', async () => {
  const words =
    '--noEmit --module nodenext --target es2024 --types node --ignoreConfig dist/types/index.d.ts';
  const { stdout } = await promisify(execFile)('node_modules/.bin/tsc', words.split(' '));
  expect(stdout).toBe('');
});

test('its threads are found: it runs with workers, and stops', async () => {
  const gateway = startBuilt(join(folder, 'clean'), ['--workers', '2']);
  expect(await gateway.reads('Admin ')).toContain('Loaded 1 API');
  expect(await gateway.stop()).toEqual([0, null]);
});

test('its store is found: pages, assets, samples, and the thread that makes proposals', async () => {
  const { work } = await makeProposalOrigin();
  const gateway = startBuilt(work);
  const [, url = ''] = /^Gateway +(\S+)/m.exec(await gateway.reads('Admin ')) ?? [];
  const ada = await signIn(url, 'ada');
  const catalogue = await ada.visit('/store');
  expect([catalogue.status, catalogue.text.includes('DogPark')]).toEqual([200, true]);
  const style = await fetch(url + addressOf(catalogue, /href="([^"]+store-[0-9a-f]{12}\.css)"/));
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  const sample = await ada.visit('/store/apis/dog_park/v1/operation?method=GET&path=%2Fdogs&language=java');
  expect([sample.status, sample.text.includes('HttpRequest.newBuilder()')]).toEqual([200, true]);
  const { action, fields } = formOf(await ada.visit('/store/proposals/new/application'));
  const typed = {
    csrf: fields['csrf'] ?? '',
    name: 'CatCafe',
    type: 'service',
    owner: 'ada',
    step: 'preview',
  };
  const preview = await ada.send(action, typed);
  expect([preview.status, preview.heading]).toEqual([200, 'Add the application CatCafe']);
  expect(await gateway.stop()).toEqual([0, null]);
}, 60_000);

function addressOf({ title, body }: PageInTest, pattern: RegExp): string {
  const [, address] = pattern.exec(body) ?? [];
  if (address === undefined) throw new Error(`the page loads no such file: ${title}`);
  return new URL(address, 'http://localhost').pathname;
}

/** Starts the built program as a gateway on free ports. */
function startBuilt(cwd: string, words: readonly string[] = []) {
  const all = ['run', '--plain-http', '--port', '0', '--admin-port', '0', '--log-format', 'text', ...words];
  const gateway = spawn(process.execPath, [built, ...all], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(gateway, 'exit');
  let said = '';
  gateway.stdout.on('data', (chunk) => (said += String(chunk)));
  onTestFinished(() => void gateway.kill('SIGKILL'));
  /** All that it has written when that contains a text. */
  const reads = (text: string) =>
    eventually(() => {
      expect(said).toContain(text);
      return said;
    });
  const stop = () => {
    gateway.kill('SIGTERM');
    return ended;
  };
  return { reads, stop };
}
