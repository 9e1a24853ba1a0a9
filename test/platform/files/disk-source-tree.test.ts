import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

let outside: string;
let root: string;

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'gatewright-tree-'));
  root = join(outside, 'root');
});

afterEach(() => rm(outside, { recursive: true }));

async function write(path: string, content: string | Uint8Array = 'text'): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

describe('a source tree on disk', () => {
  const paths = ['apis/a/api.yaml', 'apis/b/c/d.yml', 'apis/b/c/d.txt', 'tiers.yaml', 'apis.yaml'];
  const patterns = ['apis/**/*.yaml', 'apis/**/*.yml', 'tiers.yaml', '**/api.yaml', 'nothing/*.yaml'];

  test('lists what a tree in memory lists, each file once and sorted', async () => {
    for (const path of paths) await write(path);
    const expected = await memorySourceTree(Object.fromEntries(paths.map((path) => [path, '']))).list(
      patterns,
    );
    expect(expected).toEqual(['apis/a/api.yaml', 'apis/b/c/d.yml', 'tiers.yaml']);
    expect(await diskSourceTree(root).list(patterns)).toEqual(expected);
  });

  test('lists nothing of packages, of git and of its own state', async () => {
    for (const folder of ['node_modules', '.git', '.gatewright', 'apis']) await write(`${folder}/x.yaml`);
    expect(await diskSourceTree(root).list(['**/*.yaml', '.git/*.yaml', '.gatewright/*.yaml'])).toEqual([
      'apis/x.yaml',
    ]);
  });

  test('lists nothing above its root', async () => {
    await write('a.yaml');
    await writeFile(join(outside, 'secret.yaml'), '');
    expect(await diskSourceTree(root).list(['../*.yaml', '*.yaml'])).toEqual(['a.yaml']);
  });

  test('decodes UTF-8 and drops a byte order mark', async () => {
    await write('a.yaml', Buffer.from([0xef, 0xbb, 0xbf, 0xc3, 0xa4]));
    expect(await diskSourceTree(root).read('a.yaml', 100)).toEqual({ ok: true, text: 'ä' });
  });

  test('says why a file cannot be read', async () => {
    await write('a/large.yaml', 'x'.repeat(11));
    await write('latin1.yaml', Buffer.from([0xe4]));
    await writeFile(join(outside, 'secret.yaml'), 'secret');
    await symlink(join(outside, 'secret.yaml'), join(root, 'link.yaml'));
    const tree = diskSourceTree(root);
    const reasons = await Promise.all(
      [
        'a/large.yaml',
        'latin1.yaml',
        'gone.yaml',
        'a',
        'a/large.yaml/x',
        '../secret.yaml',
        'link.yaml',
        '.',
      ].map((path) => tree.read(path, 10)),
    );
    expect(reasons.map((result) => (result.ok ? result.text : result.reason))).toEqual([
      'too-large',
      'not-utf8',
      'not-found',
      'not-a-file',
      'not-found',
      'outside-tree',
      'outside-tree',
      'outside-tree',
    ]);
  });

  test('follows a link that stays inside', async () => {
    await write('real.yaml', 'inside');
    await symlink('real.yaml', join(root, 'link.yaml'));
    expect(await diskSourceTree(root).read('link.yaml', 10)).toEqual({
      ok: true,
      text: 'inside',
      isLinked: true,
    });
  });

  test('knows of a path whether it would be listed, unless links and folders are in question', async () => {
    for (const path of [...paths, '.git/config', 'apis/.hidden.yaml']) await write(path);
    await symlink('nowhere', join(root, 'dangling.yaml'));
    await symlink('apis', join(root, 'linked'));
    const asked = [
      'apis/a/api.yaml',
      'apis/.hidden.yaml',
      'dangling.yaml',
      'apis/gone.yaml',
      'apis/a/api.yaml/below',
      '.git/config',
      '../root/apis.yaml',
      'apis',
      'linked/a/api.yaml',
      'apis//a/api.yaml',
      './apis.yaml',
    ];
    const tree = diskSourceTree(root);
    const known = new Map<boolean | undefined, string[]>();
    for (const path of asked) {
      const isThere = await tree.has?.(path);
      known.set(isThere, [...(known.get(isThere) ?? []), path]);
    }
    expect([known.get(true), known.get(false), known.get(undefined)]).toEqual([
      asked.slice(0, 3),
      asked.slice(3, 7),
      asked.slice(7),
    ]);
  });
});
