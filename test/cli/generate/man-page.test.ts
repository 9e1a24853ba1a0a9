import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadCommands } from '#cli/commands.ts';
import { renderManPage } from '#cli/generate/render-man-page.ts';

const page = await readFile('man/gatewright.1', 'utf8');

test('the manual page is that of the commands: `npm run generate` writes it', async () => {
  expect(page).toBe(renderManPage(await loadCommands()));
});

test('the manual page has each command and each option', async () => {
  const missing = (await loadCommands()).flatMap(({ name, options }) =>
    [name, ...Object.keys(options).map((option) => `--${option}`)].filter(
      (word) => !page.includes(word.replaceAll('-', '\\-')),
    ),
  );
  expect(missing).toEqual([]);
});

const isMissing = spawnSync('mandoc', ['-T', 'lint'], { input: '' }).error !== undefined;

test.skipIf(isMissing)('the manual page is understood by mandoc (skipped without mandoc)', () => {
  const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', 'man/gatewright.1'], {
    encoding: 'utf8',
  });
  // The page has no date, so that it changes only with the commands.
  expect(stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'))).toEqual([]);
});
