import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import * as library from '#index.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

interface Package {
  readonly version: string;
  readonly bin: { readonly gatewright: string };
  readonly exports: { readonly '.': { readonly default: string } };
}

const metadata = JSON.parse(await readFile('package.json', 'utf8')) as Package;

test('the entry of the library exports what the library exports', async () => {
  const file = pathToFileURL(metadata.exports['.'].default).href;
  const entry = (await import(file)) as object;
  expect(Object.keys(entry).toSorted()).toEqual(Object.keys(library).toSorted());
});

test('the entry of the command line runs the sources of a checkout', () => {
  const { status, stdout } = spawnSync(process.execPath, [metadata.bin.gatewright, '--version'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, `${metadata.version}\n`]);
});

test('a copy that was not built says so in one sentence', async () => {
  await using folder = await temporaryFolder({});
  const copy = join(folder.path, 'node_modules/gatewright');
  await mkdir(copy, { recursive: true });
  for (const name of ['entry', 'package.json']) {
    await cp(name, join(copy, name), { recursive: true });
  }
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, words, { cwd: folder.path, encoding: 'utf8' });
  const sentence =
    'This copy of gatewright was not built, since it was installed from git without running scripts: install it again without --ignore-scripts, or from a packed tarball.';
  const { status, stdout, stderr } = run(join(copy, metadata.bin.gatewright), 'lint');
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: `error: ${sentence}\n` });
  const program = "import('gatewright').catch(({ message }) => console.log(message));";
  expect(run('--input-type=module', '--eval', program).stdout).toBe(`${sentence}\n`);
});
