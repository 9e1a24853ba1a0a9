import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainPaint, processIo } from '#cli/io.ts';
import { checkoutFolder, deliverReports } from '#cli/lint/deliver-reports.ts';

test.each([
  ['no CI system', {}, '/work/repository/gateway'],
  ['GitHub', { GITHUB_WORKSPACE: '/work/repository' }, '/work/repository'],
  ['GitLab', { CI_PROJECT_DIR: '/work/repository/' }, '/work/repository/'],
  ['the folder itself', { CI_PROJECT_DIR: '/work/repository/gateway' }, '/work/repository/gateway'],
  ['an empty variable', { GITHUB_WORKSPACE: '' }, '/work/repository/gateway'],
  ['a folder beside', { GITHUB_WORKSPACE: '/work/repo' }, '/work/repository/gateway'],
  ['a folder within', { GITHUB_WORKSPACE: '/work/repository/gateway/apis' }, '/work/repository/gateway'],
  ['a folder that is not absolute', { GITHUB_WORKSPACE: '../..' }, '/work/repository/gateway'],
])('%s', (_, env, folder) => {
  expect(checkoutFolder({ cwd: '/work/repository/gateway', env })).toBe(folder);
});

test('a report in small pieces is written in a few large ones, and as a whole to a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-reports-'));
  const lines = Array.from({ length: 10_000 }, (_, line) => `line ${line} of the report\n`);
  const written: string[] = [];
  const output = (write: (text: string) => void) => ({
    write,
    deliver: async () => undefined,
    waiting: () => 0,
    paint: plainPaint,
    isTerminal: false,
  });
  const io = {
    ...processIo(),
    cwd: folder,
    env: {},
    stdout: output((text) => written.push(text)),
    stderr: output(() => undefined),
  };
  await deliverReports({ reports: [{ text: lines }, { file: 'all.txt', text: lines }], contents: 'it' }, io);
  const all = lines.join('');
  expect([written.join(''), await readFile(join(folder, 'all.txt'), 'utf8')]).toEqual([all, all]);
  expect(written.length).toBe(Math.ceil(all.length / (64 * 1024)));
  await rm(folder, { recursive: true });
});
