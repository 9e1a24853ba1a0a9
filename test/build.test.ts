// @module-tag full
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanSources } from '../src/compiler/rule/clean-sources.ts';
import { main, runGatewright } from './cli/run-gatewright.ts';

const built = resolve('dist/cli/main.js');
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
  await promisify(execFile)('npm', ['run', '--silent', 'build']);
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
  expect(result).toEqual(await runGatewright(cwd, words, {}, main));
  expect(result.code).toBe(code);
});

test('its threads are found: it runs with workers, and stops', async () => {
  const words = ['run', '--plain-http', '--port', '0', '--admin-port', '0', '--workers', '2'];
  const cwd = join(folder, 'clean');
  const gateway = spawn(process.execPath, [built, ...words], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(gateway, 'exit');
  let said = '';
  for await (const chunk of gateway.stdout) {
    said += String(chunk);
    if (said.includes('Admin ') && !gateway.killed) gateway.kill('SIGTERM');
  }
  expect(said).toContain('Loaded 1 API');
  expect(await ended).toEqual([0, null]);
});
