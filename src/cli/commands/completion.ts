import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';

/** `loadCommands` loads every command, this one included. */
export const createCompletionCommand = (loadCommands: () => Promise<readonly Command[]>): Command => ({
  name: 'completion',
  summary: 'Print the completion of command lines for bash, zsh or fish.',
  details:
    'Prints a script that lets a shell complete commands and options. Add the line of your shell to its ' +
    'configuration (~/.bashrc, ~/.zshrc after compinit, ~/.config/fish/config.fish).',
  positionals: [{ name: 'SHELL', summary: 'bash, zsh or fish', required: true }],
  options: {},
  examples: [
    { command: 'eval "$(gatewright completion bash)"', does: 'in ~/.bashrc' },
    { command: 'source <(gatewright completion zsh)', does: 'in ~/.zshrc' },
    { command: 'gatewright completion fish | source', does: 'in ~/.config/fish/config.fish' },
  ],
  exitCodes: { 0: 'the script was printed', 2: 'the shell is not supported' },
  run: (args, io) => printCompletion(args, io, loadCommands),
});

async function printCompletion(
  args: CommandArguments,
  io: Io,
  loadCommands: () => Promise<readonly Command[]>,
): Promise<ExitCode> {
  const shell = args.positionals[0] ?? '';
  const render = await loadRenderer(shell);
  if (!render) {
    throw new CommandError(`Unknown shell ${JSON.stringify(shell)}.`, 'The shells are bash, zsh and fish.');
  }
  io.stdout.write(render(await loadCommands()));
  return 0;
}

async function loadRenderer(shell: string): Promise<((commands: readonly Command[]) => string) | undefined> {
  if (shell === 'bash') return (await import('../completion/render-bash.ts')).renderBashCompletion;
  if (shell === 'zsh') return (await import('../completion/render-zsh.ts')).renderZshCompletion;
  if (shell === 'fish') return (await import('../completion/render-fish.ts')).renderFishCompletion;
  return undefined;
}
