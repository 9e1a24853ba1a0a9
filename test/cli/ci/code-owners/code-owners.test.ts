// @module-tag full
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCodeOwners } from '#cli/ci/find-additions.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { makeRepository } from '../../../platform/git-in-test.ts';
import { callGatewright } from '../../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../../temporary-folder.ts';
import { draws } from '../../../full-run.ts';

const api = cleanSources['apis/dog_park/v1/api.yaml'] ?? '';

function declareApi(name: string, owner: string, definition = '../../dog_park/v1/openapi.yaml'): string {
  return api
    .replace('DogPark', name)
    .replace('/dog_park', `/${name.toLowerCase()}`)
    .replace('parks-team', JSON.stringify(owner))
    .replace('./openapi.yaml', definition);
}

/** The proposal for a repository of these files, from the root of its clone. */
async function propose(files: Readonly<Record<string, string>>, below = '.'): Promise<string> {
  await using folder = await temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([file, text]) => [join(below, file), text])),
  );
  await makeRepository(folder.path);
  const { code } = await callGatewright(folder.path, ['init', below, '--codeowners']);
  expect(code).toBe(0);
  return folder.read('CODEOWNERS');
}

/** The lines that name owners, those in comments too. */
function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^(# )?\//.test(line));
}

describe('the proposal for CODEOWNERS', () => {
  test('reads well', async () => {
    expect(await propose(cleanSources)).toMatchInlineSnapshot(`
      "# Who reviews what, by the owners in the declarations. If several lines match a path, the last one applies.
      # Lines that begin with \`# /\` or \`# *\` have no effect yet: enter the name of a team or a user, and remove the \`# \`.
      # Reviews by owners are requested only if the branch protection requires them.

      # Everything that no other line names
      # * @ORGANISATION/platform-team

      # APIs, and the subscriptions to them
      # /apis/dog_park/v1/ @ORGANISATION/parks-team

      # Applications
      /applications/dog_walker.yaml ada@example.edu

      # Shared files
      # /gateway.config.yaml @ORGANISATION/platform-team
      # /tiers.yaml @ORGANISATION/platform-team
      # /users/ada.yaml @ORGANISATION/platform-team

      # Files that control which changes are allowed
      # /.gitea/ @ORGANISATION/platform-team
      # /.githooks/ @ORGANISATION/platform-team
      # /.github/ @ORGANISATION/platform-team
      # /.gitlab-ci.yml @ORGANISATION/platform-team
      # /.gitlab/ @ORGANISATION/platform-team
      # /CODEOWNERS @ORGANISATION/platform-team
      # /gatewright-approvals.yaml @ORGANISATION/platform-team
      # /gatewright-baseline.json @ORGANISATION/platform-team
      # /gatewright-ignore.yaml @ORGANISATION/platform-team
      "
    `);
  });

  test('has a line for whoever CODEOWNERS has a name for, and a comment for others', async () => {
    const owners = [
      'ada@example.edu',
      '@ada',
      '@parks/dogs',
      '@parks/sub/dogs',
      'Parks & Dogs',
      'Ünïts',
      '!',
      'a b@c.d',
      '@',
      'x\n/ @mallory',
      '@a @b',
    ];
    const files = owners.map((owner, index) => [
      `apis/a${10 + index}/v1/api.yaml`,
      declareApi(`A${index}`, owner),
    ]);
    const text = await propose({ ...cleanSources, ...Object.fromEntries(files) });
    expect(linesOf(text).filter((line) => line.includes('/apis/a'))).toEqual([
      '/apis/a10/v1/ ada@example.edu',
      '/apis/a11/v1/ @ada',
      '/apis/a12/v1/ @parks/dogs',
      '/apis/a13/v1/ @parks/sub/dogs',
      '# /apis/a14/v1/ @ORGANISATION/parks-dogs',
      '# /apis/a15/v1/ @ORGANISATION/ünïts',
      '# /apis/a16/v1/ @ORGANISATION/team',
      '# /apis/a17/v1/ @ORGANISATION/a-b-c-d',
      '# /apis/a18/v1/ @ORGANISATION/team',
      '# /apis/a19/v1/ @ORGANISATION/x-mallory',
      '# /apis/a20/v1/ @ORGANISATION/a-b',
    ]);
  });

  test('names files where a folder is not of one owner, and the owner of the API for subscriptions elsewhere', async () => {
    const { 'apis/dog_park/v1/subscriptions.yaml': subscriptions = '', ...others } = cleanSources;
    const text = await propose({
      ...others,
      'apis/dog_park/v1/api.yaml': declareApi('DogPark', '@dogs', './openapi.yaml'),
      'apis/dog_park/v1/cats.yaml': declareApi('CatPark', '@cats', './openapi.yaml'),
      'apis/all/subscriptions.yaml': subscriptions,
      'apis/fox_park/v1/api.yaml': declareApi('FoxPark', '@foxes', '../../dog_park/v1/openapi.yaml'),
    });
    expect(linesOf(text).filter((line) => line.includes('/apis/'))).toEqual([
      '/apis/all/subscriptions.yaml @dogs',
      '/apis/fox_park/v1/ @foxes',
      '/apis/dog_park/v1/api.yaml @dogs',
      '/apis/dog_park/v1/cats.yaml @cats',
      '/apis/dog_park/v1/openapi.yaml @cats @dogs @foxes',
    ]);
  });

  test('names files from the root of the clone', async () => {
    const text = await propose(
      { ...cleanSources, 'apis/dog_park/v1/api.yaml': declareApi('DogPark', '@dogs', './openapi.yaml') },
      'gate way',
    );
    expect(linesOf(text).filter((line) => line.includes('dog_park'))).toEqual([
      '/gate\\ way/apis/dog_park/v1/ @dogs',
    ]);
  });

  test.each(['CODEOWNERS', '.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'docs/CODEOWNERS'])(
    'is shown, and not written, where there is %s',
    async (file) => {
      await using folder = await temporaryFolder({ ...cleanSources, [file]: '* @ada\n' });
      await makeRepository(folder.path);
      const { stdout } = await callGatewright(folder.path, ['init', '--codeowners']);
      const guard = file.startsWith('docs/') ? `# /${file} @ORGANISATION/platform-team\n` : '';
      const proposal = `${await propose(cleanSources)}${guard}`;
      expect(stdout).toBe(`kept    ${file}\n\n${proposal}`);
      expect(await folder.read(file)).toBe('* @ada\n');
      await folder.write(file, proposal);
      expect(await callGatewright(folder.path, ['init', '--codeowners'])).toMatchObject({
        stdout: `kept    ${file}\n`,
      });
    },
  );

  test('cannot be made of a configuration that is broken', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, 'gateway.config.yaml': 'kind: [' });
    expect(await callGatewright(folder.path, ['init', '--codeowners'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: gateway.config.yaml has errors.\nhelp: `gatewright lint` shows them.\n',
    });
  });
});

/** The pattern that matches each path last in git, as in CODEOWNERS. */
async function matchPaths(folder: TemporaryFolder, patterns: readonly string[], paths: readonly string[]) {
  await folder.write('.gitignore', patterns.join('\n'));
  const words = ['check-ignore', '--no-index', '--verbose', '--non-matching', '-z', '--stdin'];
  const child = execFile('git', words, { cwd: folder.path, encoding: 'utf8' });
  child.stdin?.end(`${paths.join('\0')}\0`);
  let written = '';
  for await (const chunk of child.stdout ?? []) written += String(chunk);
  const fields = written.split('\0');
  return paths.map((_, index) => fields[index * 4 + 2]);
}

test('every path is that of its own owner, whatever characters it has', async () => {
  await using folder = await temporaryFolder({});
  await makeRepository(folder.path);
  await mkdir(join(folder.path, 'empty'));
  const segment = fc
    .string({ unit: fc.constantFrom(...'ab #[]*?!\\@"é-.'.split('')), minLength: 1, maxLength: 6 })
    .filter((name) => !/^\.+$/.test(name));
  const paths = fc.uniqueArray(fc.tuple(segment, segment), {
    minLength: 1,
    maxLength: 4,
    selector: ([first]) => toPattern(first),
  });
  await fc.assert(
    fc.asyncProperty(paths, async (given) => {
      const owned = given.map(([name], index) => ({ path: `${name}/`, owners: [`@owner${index}`] }));
      const lines = linesOf(renderCodeOwners([{ title: 'x', paths: owned }]));
      const ownerOf = new Map(lines.map((line) => line.split(/ (?=@owner\d+$)/) as [string, string]));
      const files = given.map(([name, file]) => `${name}/${file}`);
      const found = await matchPaths(folder, [...ownerOf.keys()], files);
      expect(found.map((pattern) => ownerOf.get(pattern ?? ''))).toEqual(
        owned.map(({ owners }) => owners[0]),
      );
    }),
    { numRuns: draws(100) },
  );
});

/** Names that differ only in doubtful characters have one pattern. */
function toPattern(name: string): string {
  return name.replaceAll(/[#*?[\]\\]/g, '?');
}
