import { expect, test } from 'vitest';
import { findCommand, parseCommandArguments } from '#cli/arguments/parse-command-arguments.ts';
import { CommandArguments } from '#cli/command.ts';
import { commands } from '#cli/commands.ts';
import { notRun, ranElsewhere, ranOnGateway, ranOnSources } from './covered-blocks.ts';
import { findCalls, readsBlock, shellBlocks } from './shell-blocks.ts';

const beginnings = [
  ...ranOnSources.flatMap(({ blocks }) => blocks),
  ...ranOnGateway.map(([block]) => block),
  ...Object.keys(ranElsewhere),
  ...Object.keys(notRun),
];

/** The longest beginning that fits, so that one may be the beginning of another. */
function listingOf(name: string): string | undefined {
  return beginnings.filter((one) => name.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
}

test('every block of shell lines in the documentation is run by a test, or listed with a reason', () => {
  expect(shellBlocks.filter(({ name }) => listingOf(name) === undefined).map(({ name }) => name)).toEqual([]);
});

test('no entry of the list is out of date', () => {
  const used = new Set(shellBlocks.map(({ name }) => listingOf(name)));
  expect(beginnings.filter((one) => !used.has(one))).toEqual([]);
});

test('the tests that are named read the blocks from the pages', () => {
  const others = Object.entries(ranElsewhere).filter(([beginning, file]) => !readsBlock(file, beginning));
  expect(others).toEqual([]);
});

const calls = shellBlocks.flatMap(({ name, text }) => findCalls(text).map((words) => [name, words] as const));

test('the documentation has commands', () => {
  expect(calls.length).toBeGreaterThan(40);
});

test.each(calls)('%s: %j has a command and options that exist', async (_name, words) => {
  const { command, rest } = findCommand(commands, words);
  const read = parseCommandArguments(await command.load(), rest);
  expect(read).toBeInstanceOf(CommandArguments);
});
