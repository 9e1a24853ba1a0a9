import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCommandArguments } from '#cli/arguments/parse-command-arguments.ts';
import { CommandError } from '#cli/command-error.ts';
import { commands } from '#cli/commands.ts';
import { renderCommandHelp } from '#cli/views/help.ts';
import { renderManPage } from '#cli/generate/render-man-page.ts';

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

/** Each option of a help with its whole text, in the order of the list. */
function listedOptions(help: string): readonly (readonly [name: string, text: string])[] {
  const list = /^Options\n((?: .*\n)+)/m.exec(help)?.[1] ?? '';
  return list
    .split(/^ {2}(?=--)/m)
    .slice(1)
    .map((item) => [/^--[\w-]+/.exec(item)?.[0] ?? '', item.replaceAll(/\s+/g, ' ')]);
}

test.each(commands.map((command) => [command.name, command] as const))(
  'the help of %s lists each option once, and says once what it says of it',
  async (_, command) => {
    const loaded = await command.load();
    const listed = listedOptions(renderCommandHelp(loaded, (_style, text) => text));
    expect(listed.map(([name]) => name)).toEqual([
      ...Object.keys(loaded.options).map((name) => `--${name}`),
      '--help',
    ]);
    const again = listed.filter(([, text]) => /(several times|Default:).*\1/.test(text));
    expect(again).toEqual([]);
  },
);

test('no option of the manual says twice that it may be repeated, or what its default is', async () => {
  const manual = renderManPage(await Promise.all(commands.map((command) => command.load())));
  expect(manual.split('\n').filter((line) => /(several times|Default:).*\1/.test(line))).toEqual([]);
});

describe.each(commands.map((command) => [command.name, command] as const))(
  'an option of %s that is given twice',
  (name, command) => {
    test('is an error unless its help says that it may be', async () => {
      const loaded = await command.load();
      for (const [option, { type }] of Object.entries(loaded.options)) {
        const written = type === 'flag' ? `--${option}` : `--${option}=1`;
        const error = refusalOf(() => parseCommandArguments(loaded, [written, written]));
        const isRefused = error?.message === `--${option} may be given only once.`;
        expect([option, isRefused]).toEqual([option, type !== 'list']);
        if (isRefused) {
          expect(error.help).toBe(`\`gatewright ${name} --help\` lists its arguments and options.`);
        }
      }
    });
  },
);

function refusalOf(parse: () => unknown): CommandError | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}
