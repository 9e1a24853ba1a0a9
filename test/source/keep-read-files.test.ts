import { expect, test } from 'vitest';
import { cacheReadFiles } from '#source/keep-read-files.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import type { ReadResult, SourceTree } from '#source/source-tree.ts';

test('a file that was read is read again at once, for the same size, and from the tree only once', async () => {
  const asked: string[] = [];
  const files = memorySourceTree({ 'a.yaml': 'a: 1', 'b.yaml': 'b: 2' });
  const read: SourceTree['read'] = (path, maxBytes) => {
    asked.push(`${path} ${maxBytes}`);
    return files.read(path, maxBytes);
  };
  const tree = cacheReadFiles({ ...files, read });
  const unread: ReadResult = { ok: false, reason: 'unreadable' };
  const found: ReadResult = { ok: true, text: 'a: 1' };
  expect(tree.readNow('a.yaml', 10)).toEqual(unread);
  expect([await tree.read('a.yaml', 10), tree.readNow('a.yaml', 10)]).toEqual([found, found]);
  expect(await tree.read('a.yaml', 10)).toEqual(found);
  expect([await tree.read('a.yaml', 3), tree.readNow('a.yaml', 3)]).toEqual([
    { ok: false, reason: 'too-large' },
    { ok: false, reason: 'too-large' },
  ]);
  expect([tree.readNow('b.yaml', 10), asked]).toEqual([unread, ['a.yaml 10', 'a.yaml 3']]);
});
