// @module-tag full
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOldNode } from '../entry/find-old-node.ts';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.ts';
import { installTarball, packCheckout } from './copy-checkout.ts';
import { commitAll, git, makeRepository } from '../platform/git-in-test.ts';
import { goodFirstDay, walkFirstDay } from './walk-first-day.ts';

let folder: TemporaryFolder;
let tarball = '';
const at = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder({ 'copy/.keep': '', 'app/package.json': '{}' });
  await copyFile('.gitignore', at('copy/.gitignore'));
  tarball = await packCheckout(at('copy'), commitCopy);
  await installTarball(at('app'), tarball);
}, 600_000);

afterAll(() => folder[Symbol.asyncDispose]());

async function commitCopy(): Promise<void> {
  await makeRepository(at('copy'));
  await commitAll(at('copy'));
}

const old = findOldNode();
const noMan = spawnSync('man', ['--version']).error ? ' (skipped without man)' : '';
const installed = () => at('app/node_modules/.bin/gatewright');

test('packing leaves the checkout as it was, also after a pack that was interrupted', async () => {
  expect(await git(at('copy'), 'status', '--porcelain')).toBe('');
  const pack = (name: string) => spawnSync('npm', ['run', '--silent', name], { cwd: at('copy') }).status;
  expect(pack('prepack')).toBe(0);
  expect(await git(at('copy'), 'status', '--porcelain')).toBe('M package.json');
  expect([pack('prepack'), pack('postpack')]).toEqual([0, 0]);
  expect(await git(at('copy'), 'status', '--porcelain')).toBe('');
});

describe('the packed package, installed for all folders', () => {
  const installation = () => {
    const words = ['install', '--global', '--prefix', at('global'), '--prefer-offline', tarball];
    return spawnSync('npm', words, { encoding: 'utf8' });
  };

  test(`npm warns of nothing, and man shows the page${noMan}`, async ({ skip }) => {
    const { status, stderr } = installation();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    if (noMan) skip();
    const env = { ...process.env, PATH: `${at('global/bin')}:${process.env['PATH']}`, MANPATH: '' };
    const page = spawnSync('man', ['gatewright'], { encoding: 'utf8', env });
    expect(page.stderr + page.stdout.slice(0, 300)).toMatch(
      /^GATEWRIGHT\(1\)[^]*an +API +management +gateway +whose +source +of +truth/,
    );
  }, 200_000);
});

describe('the packed package, installed in an empty folder', () => {
  test('init → lint → run → token → call', async () => {
    await mkdir(at('first'));
    expect(await walkFirstDay([process.execPath, installed()], at('first'))).toEqual(goodFirstDay);
  });

  test.skipIf(!old)('on an old Node it says which Node it needs (skipped where there is none)', () => {
    const { status, stdout, stderr } = spawnSync(old?.file ?? '', [installed(), 'init'], {
      encoding: 'utf8',
    });
    const sentence = `error: gatewright needs Node 24.12 or later, and this is Node ${old?.version}: install a newer Node.\n`;
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: sentence });
  });

  test('is a library with types', async () => {
    const program = "import { build } from 'gatewright'; console.log(typeof build);";
    const words = ['--input-type=module', '--eval', program];
    expect(execFileSync(process.execPath, words, { cwd: at('app') }).toString()).toBe('function\n');
    const types = await readFile(at('app/node_modules/gatewright/dist/types/index.d.ts'), 'utf8');
    expect(types).toContain('export { build,');
  });

  test('contains its code once, and no module of the sources', async () => {
    const files = await readdir(at('app/node_modules/gatewright/dist'), { recursive: true });
    const code = files.filter((file) => file.endsWith('.js') && !file.startsWith('runtime/'));
    expect(code.filter((file) => !/^(index|cli\/[\w-]+)\.js$/.test(file))).toEqual([]);
    const texts = await Promise.all(
      code.map((file) => readFile(at(`app/node_modules/gatewright/dist/${file}`), 'utf8')),
    );
    const copies = texts.filter((text) => text.includes('function evaluateComparison('));
    expect(copies.length).toBe(1);
  });

  test('npx gatewright init works in an empty folder', async () => {
    await mkdir(at('empty'));
    const words = ['--yes', '--prefer-offline', '--package', tarball, 'gatewright', 'init'];
    const { status, stdout } = spawnSync('npx', words, { cwd: at('empty'), encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^created gateway\.config\.yaml\n/)]);
  }, 200_000);
});
