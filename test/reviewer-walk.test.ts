// @module-tag full
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findBlock } from './docs/shell-blocks.ts';
import { temporaryFolder } from './cli/temporary-folder.ts';
import { commitAll, git, makeRepository } from './platform/git-in-test.ts';

/** A fresh clone of this repository, installed, whose remote has `main` for its default branch. */
async function cloneRepository(folder: string): Promise<string> {
  const [origin, clone] = [join(folder, 'origin'), join(folder, 'clone')];
  await mkdir(origin);
  await makeRepository(origin);
  for (const name of ['package.json', 'gateway.config.yaml', 'entry', 'examples']) {
    await cp(name, join(origin, name), { recursive: true });
  }
  for (const name of ['src', 'node_modules']) await symlink(resolve(name), join(origin, name));
  await commitAll(origin);
  await git(folder, 'clone', '--quiet', 'origin', 'clone');
  return clone;
}

function paste(lines: string, cwd: string): Promise<{ readonly code: number; readonly said: string }> {
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: dirname(cwd) };
  return new Promise((done) => {
    execFile('sh', ['-c', `set -e\n${lines}`], { cwd, env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

/** The lines of a comment, however its tables and its emphasis are written; each commit has its own id. */
function readComment(text: string): readonly string[] {
  return text
    .replaceAll(/\([0-9a-f]{12}\)/g, '(COMMIT)')
    .replaceAll(/– _(\w+)_/g, '– *$1*')
    .split('\n')
    .filter((line) => line !== '' && !/^[|\s-]+$/.test(line))
    .map((line) => line.replaceAll(/ +/g, ' '));
}

test('what README has people paste gives the comment that README shows', async () => {
  const readme = await readFile('README.md', 'utf8');
  const section = readme.split('\n## ').find((part) => part.startsWith('What a reviewer sees\n')) ?? '';
  const { text } = findBlock('README.md: git switch -c shorter-walks');
  const shown = [...section.matchAll(/^> ?(.*)$/gm)].map(([, line = '']) => line).join('\n');
  await using folder = await temporaryFolder({});
  const clone = await cloneRepository(folder.path);
  const { code, said } = await paste(text, clone);
  const [comment = '', ...changes] = said.replace('<!-- gatewright-plan -->\n', '').split('<details>');
  expect({ code, others: changes.length, comment: readComment(comment) }).toEqual({
    code: 1,
    // The changes without a risk, and the approvals to paste.
    others: 2,
    comment: readComment(shown),
  });
  expect(await git(clone, 'status', '--short')).toBe('M examples/apis/dog_park/v2/openapi.yaml');
  expect(
    (await paste('git restore . && git switch -\nnpm run --silent gatewright -- plan', clone)).code,
  ).toBe(0);
});
