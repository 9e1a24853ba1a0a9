import { glob, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPlainGlobs, walkGlobs } from '../../../src/platform/files/glob-walk.ts';
import { PacedFiles } from '../../../src/platform/files/paced-files.ts';
import { isListed, skippedFolders } from '../../../src/platform/files/source-files.ts';
import { draws } from '../../full-run.ts';

const files = [
  'a.yaml',
  'a.yml',
  '.a.yaml',
  'b/a.yaml',
  'b/.yaml',
  'b/aXyaml',
  'b/c/a.yaml',
  'b/c/c/c.b.yaml',
  'b/.c/a.yaml',
  'b/node_modules/a.yaml',
  '.git/a.yaml',
  'c d/a-b_c.yaml',
];

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-globs-'));
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
  await symlink('b', join(root, 'linked'));
  await symlink('nowhere', join(root, 'dangling.yaml'));
  await symlink('../b', join(root, 'b/again'));
});

afterAll(() => rm(root, { recursive: true }));

async function listByGlob(patterns: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  const exclude = ({ name }: { readonly name: string }) => skippedFolders.has(name);
  // One at a time: of ['**/**/**/*', './b/*'] together Node finds less than of the first alone.
  for (const pattern of patterns) {
    for await (const entry of glob(pattern, { cwd: root, withFileTypes: true, exclude })) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (entry.isFile() || entry.isSymbolicLink()) found.add(path);
    }
  }
  return [...found].filter(isListed).toSorted();
}

const name = fc.constantFrom('a.yaml', 'b', 'c', 'linked', 'c d', '.c', 'a', 'node_modules', 'again');
const stars = fc.constantFrom('*', '*.yaml', '*.y*ml', 'a*', '.*', '*.b.*', 'c*d', '*a*');
const anyPattern = fc
  .tuple(
    fc.array(name, { maxLength: 2 }),
    fc.array(fc.oneof(stars, fc.constant('**')), { maxLength: 3 }),
    fc.oneof(name, stars),
  )
  .chain(([names, folders, last]) =>
    fc.constantFrom('', './').map((start) => start + [...names, ...folders, last].join('/')),
  );

test('plain globs find in one walk what the globs of Node find', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPattern, { minLength: 1, maxLength: 3 }), async (patterns) => {
      const plain = readPlainGlobs(patterns);
      expect(plain && (await walkGlobs(root, plain, new PacedFiles()))).toEqual(await listByGlob(patterns));
    }),
    { numRuns: draws(300), examples: [[['**/**/**/*', './b/*', 'a.yaml']]] },
  );
});

describe('a glob is not plain', () => {
  test.each([
    'a/{b,c}.yaml',
    'a/?.yaml',
    '[ab].yaml',
    '!(a).yaml',
    '../*.yaml',
    '*/b/*.yaml',
    'a**',
    '**',
    'a/**',
    'b/',
    '/b/*',
  ])('%s', (one) => expect(readPlainGlobs(['*.yaml', one])).toBeUndefined());
});
