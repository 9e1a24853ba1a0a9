import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';

test.each(commands.map((command) => [command.name, command] as const))(
  '%s is listed by its name',
  async (name, command) => {
    expect((await command.load()).name).toBe(name);
  },
);

test('each file of the commands is listed', () => {
  const files = readdirSync('src/cli/commands').map((file) => file.replace(/\.ts$/, ''));
  expect(commands.map(({ name }) => name.replace(' ', '-')).toSorted()).toEqual(files.toSorted());
});
