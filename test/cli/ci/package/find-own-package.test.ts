import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findOwnPackage } from '#cli/ci/package/find-own-package.ts';
import { commitAll, git, makeRepository } from '../../../platform/git-in-test.ts';
import { temporaryFolder, type TemporaryFolder } from '../../temporary-folder.ts';

const unknown = 'This copy of gatewright does not know where a pipeline can install it from.';
const commit = '0123456789abcdef0123456789abcdef01234567';

async function findInstalled(folder: TemporaryFolder, resolved: string | undefined) {
  const packages = { 'node_modules/gatewright': { version: '1.2.3', resolved } };
  await folder.write('node_modules/.package-lock.json', JSON.stringify({ packages }));
  return findOwnPackage(folder.path, join(folder.path, 'node_modules/gatewright'));
}

describe('what a pipeline installs if no package is named', () => {
  test.each([
    [
      'https://packages.example.edu/gatewright/-/gatewright-1.2.3.tgz',
      { kind: 'url', url: 'https://packages.example.edu/gatewright/-/gatewright-1.2.3.tgz' },
    ],
    [
      `git+https://git.example.edu/gatewright.git#${commit}`,
      { kind: 'git', url: 'https://git.example.edu/gatewright.git', commit },
    ],
    ['file:tools/gatewright-1.2.3.tgz', { kind: 'file', path: 'tools/gatewright-1.2.3.tgz' }],
  ])('is what npm has installed: %s', async (resolved, source) => {
    await using folder = await temporaryFolder({ 'tools/gatewright-1.2.3.tgz': '' });
    expect(await findInstalled(folder, resolved)).toEqual(source);
  });

  test.each([
    'file:../../gatewright-1.2.3.tgz',
    'file:../../checkout',
    'http://packages.example.edu/x.tgz',
    `git+ssh://git@git.example.edu/gatewright.git#${commit}`,
    undefined,
  ])('is refused where a pipeline could not install it: %s', async (resolved) => {
    await using folder = await temporaryFolder({});
    await expect(findInstalled(folder, resolved)).rejects.toThrow(unknown);
  });

  test('is refused where npm keeps no record, as of a global installation', async () => {
    await using folder = await temporaryFolder({});
    const found = findOwnPackage(folder.path, join(folder.path, 'lib/node_modules/gatewright'));
    await expect(found).rejects.toThrow(unknown);
  });

  test('of a checkout that no pipeline can read is a tarball, by commands that pack it', async () => {
    await using folder = await temporaryFolder({ 'package.json': '{ "version": "1.2.3" }' });
    await makeRepository(folder.path);
    await expect(findOwnPackage('/my gateway', folder.path)).rejects.toMatchObject({
      help: expect.stringContaining(
        `npm --prefix ${folder.path} pack ${folder.path} --pack-destination '/my gateway/tools'\`, then add \`--package tools/gatewright-1.2.3.tgz\``,
      ),
    });
  });

  test('is the commit of a checkout, once its remote has it', async () => {
    await using folder = await temporaryFolder({ 'package.json': '{}' });
    await makeRepository(folder.path);
    await commitAll(folder.path);
    await expect(findOwnPackage('/', folder.path)).rejects.toThrow(unknown);
    const url = 'https://git.example.edu/gatewright.git';
    await git(folder.path, 'remote', 'add', 'origin', url);
    await expect(findOwnPackage('/', folder.path)).rejects.toThrow(unknown);
    await git(folder.path, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    const head = await git(folder.path, 'rev-parse', 'HEAD');
    expect(await findOwnPackage('/', folder.path)).toEqual({ kind: 'git', url, commit: head });
  });
});
