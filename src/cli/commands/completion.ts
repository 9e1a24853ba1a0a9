import { CommandError } from '../command-error.ts';
import { type Command, type CommandArguments, type ExitCode, type NameKind, nameKinds } from '../command.ts';
import type { Io } from '../io.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `loadCommands` loads every command, this one included. */
export const createCompletionCommand = (loadCommands: () => Promise<readonly Command[]>): Command => ({
  name: 'completion',
  summary: 'Print the completion of command lines for bash, zsh or fish.',
  details:
    'Prints a script that lets a shell complete commands, options, files, rules, and the names that are declared in ' +
    'the repository of the current folder. Add the line of your shell to its configuration (~/.bashrc, ~/.zshrc after ' +
    'compinit, ~/.config/fish/config.fish).',
  positionals: [{ name: 'SHELL', summary: 'bash, zsh or fish', required: false, choices: shells }],
  options: {
    names: {
      type: 'text',
      placeholder: 'KIND',
      summary:
        'Print the names of a kind instead, as the scripts do: without a configuration, only those of rules.',
      choices: nameKinds,
    },
  },
  examples: [
    { command: 'eval "$(gatewright completion bash)"', does: 'in ~/.bashrc' },
    { command: 'source <(gatewright completion zsh)', does: 'in ~/.zshrc' },
    { command: 'gatewright completion fish | source', does: 'in ~/.config/fish/config.fish' },
  ],
  exitCodes: { 0: 'the script or the names were printed', 2: 'the shell is not supported' },
  run: (args, io) => printCompletion(args, io, loadCommands),
});

async function printCompletion(
  args: CommandArguments,
  io: Io,
  loadCommands: () => Promise<readonly Command[]>,
): Promise<ExitCode> {
  const kind = args.text('names');
  if (kind !== undefined) return printNames(kind, io);
  const [shell] = args.positionals;
  if (shell === undefined)
    throw new CommandError('The argument SHELL is missing.', 'The shells are bash, zsh and fish.');
  const render = await loadRenderer(shell);
  if (!render) {
    throw new CommandError(`Unknown shell ${JSON.stringify(shell)}.`, 'The shells are bash, zsh and fish.');
  }
  io.stdout.write(render(await loadCommands()));
  return 0;
}

async function printNames(written: string, io: Io): Promise<ExitCode> {
  const kind = nameKinds.find((one) => one === written);
  if (!kind) {
    const help = `The kinds are ${nameKinds.join(', ')}.`;
    throw new CommandError(`${JSON.stringify(written)} is not a kind of names.`, help);
  }
  const names = await listNames(kind, io);
  io.stdout.write(names.map((name) => `${name}\n`).join(''));
  return 0;
}

async function listNames(kind: NameKind, io: Io): Promise<readonly string[]> {
  if (kind === 'rule') return [...(await import('../rule-pages/all-rules.ts')).rulePages.keys()].toSorted();
  return (await import('../completion/declared-names.ts')).listDeclaredNames(kind, io);
}

async function loadRenderer(shell: string): Promise<((commands: readonly Command[]) => string) | undefined> {
  if (shell === 'bash') return (await import('../completion/render-bash.ts')).renderBashCompletion;
  if (shell === 'zsh') return (await import('../completion/render-zsh.ts')).renderZshCompletion;
  if (shell === 'fish') return (await import('../completion/render-fish.ts')).renderFishCompletion;
  return undefined;
}
