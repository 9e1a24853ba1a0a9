import { expect, test } from 'vitest';
import { findCommand, parseCommandArguments } from '#cli/arguments/parse-command-arguments.ts';
import { CommandArguments } from '#cli/command.ts';
import { commands } from '#cli/commands.ts';
import { listNewRepositoryFiles } from '#cli/new-repository/new-repository-files.ts';
import { full } from '../full-run.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { paste } from './paste.ts';
import { findCalls } from './shell-blocks.ts';

/** The indented lines of a section of the README that `gatewright init` writes. */
function linesOf(title: string): string {
  const sections = (listNewRepositoryFiles()['README.md'] ?? '').split('\n## ');
  const section = sections.find((one) => one.startsWith(`${title}\n`)) ?? expect.fail(title);
  return [...section.matchAll(/^ {4}(.*)$/gm)].map(([, line = '']) => `${line}\n`).join('');
}

const titles = ['Check', 'Review', 'Serve', 'Call', 'Add'];

test.each(titles)('the commands of the section %s exist', async (title) => {
  const calls = findCalls(linesOf(title));
  expect(calls).not.toEqual([]);
  for (const words of calls) {
    const { command, rest } = findCommand(commands, words);
    expect(parseCommandArguments(await command.load(), rest)).toBeInstanceOf(CommandArguments);
  }
});

test('has no other sections with lines to paste', () => {
  const readme = listNewRepositoryFiles()['README.md'] ?? '';
  const withLines = readme.split('\n## ').filter((section) => /^ {4}\S/m.test(section));
  expect(withLines.map((section) => section.split('\n')[0])).toEqual(titles);
});

// The example of test/readme-walk.test.ts serves and calls it.
test('what is to be checked, reviewed and added runs', full, async () => {
  const document = cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '';
  await using folder = await temporaryFolder({ 'openapi.yaml': document });
  const review = linesOf('Review').replace('--ci github', '--ci github --package 1.2.3');
  const lines = `gatewright init\n${linesOf('Check')}${review}${linesOf('Add')}gatewright lint\n`;
  expect(await paste(lines, folder.path)).toEqual({
    code: 0,
    said: expect.stringContaining('No problems found: 1 API, 1 application') as string,
  });
});
