import { findCommand, findGroup, parseCommandArguments } from './arguments/parse-command-arguments.ts';
import { ChangeError } from '#compiler/propose/change-error.ts';
import { CommandError } from './command-error.ts';
import type { ExitCode } from './command.ts';
import { commands, loadCommands } from './commands.ts';
import { InterruptedError } from './interrupted-error.ts';
import type { Io, Output } from './io.ts';
import { readVersion } from './read-version.ts';
import { printable } from './views/display-width.ts';
import { renderCommandHelp, renderGroupHelp, renderHelp } from './views/help.ts';

/** Runs the command of a command line. Never rejects: errors are reported on standard error. */
export async function runCommandLine(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    if (error instanceof InterruptedError) return reportInterruption(error, io);
    reportError(error, io);
    return 2;
  }
}

async function dispatch(words: readonly string[], io: Io): Promise<ExitCode> {
  const [first] = words;
  if (first === '--version' || first === '-V' || first === '-v') return print(`${readVersion()}\n`, io);
  if (first === undefined || first === '--help' || first === '-h') return printHelp([], io);
  if (first === 'help') return printHelp(words.slice(1), io);
  if (requestsHelp(words) && findGroup(commands, words).length > 0) return printHelp([first], io);
  const { command: found, rest } = findCommand(commands, words);
  const command = await found.load();
  if (requestsHelp(rest)) return print(renderCommandHelp(command, io.stdout.paint), io);
  return command.run(parseCommandArguments(command, rest), io);
}

async function printHelp(words: readonly string[], io: Io): Promise<ExitCode> {
  const { paint } = io.stdout;
  const [first] = words;
  const group = findGroup(commands, words);
  if (first !== undefined && group.length > 0) {
    return print(renderGroupHelp(first, await Promise.all(group.map((one) => one.load())), paint), io);
  }
  if (first !== undefined && !requestsHelp([first])) {
    return print(renderCommandHelp(await findCommand(commands, words).command.load(), paint), io);
  }
  return print(renderHelp(await loadCommands(), paint), io);
}

function requestsHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

function print(text: string, io: Io): ExitCode {
  io.stdout.write(text);
  return 0;
}

/** Returns the exit code that shells use for a program ended by SIGINT. */
function reportInterruption({ message }: InterruptedError, { stderr }: Io): ExitCode {
  stderr.write(`${message}\n`);
  return 130;
}

function reportError(error: unknown, io: Io): void {
  if (error instanceof CommandError || error instanceof ChangeError) reportCommandError(error, io.stderr);
  else reportMistake(error, io);
}

function reportMistake(error: unknown, { stderr, debug }: Io): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const label = stderr.paint(['red', 'bold'], 'error:');
  stderr.write(`${label} This is a bug in gatewright, please report it: ${message.split('\n')[0]}\n`);
  if (debug) stderr.write(`${stack}\n`);
}

/** Reports why a command could not run, and what to do. */
export function reportCommandError({ message, help }: CommandError | ChangeError, output: Output): void {
  output.write(`${output.paint(['red', 'bold'], 'error:')} ${printable(message)}\n`);
  if (help !== undefined) output.write(`${output.paint('bold', 'help:')} ${printable(help)}\n`);
}
