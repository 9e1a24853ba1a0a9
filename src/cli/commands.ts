import type { Command } from './command.ts';
import { addApiCommand } from './commands/add-api.ts';
import { addApplicationCommand } from './commands/add-application.ts';
import { addSubscriptionCommand } from './commands/add-subscription.ts';
import { compileCommand } from './commands/compile.ts';
import { initCommand } from './commands/init.ts';
import { keysGenerateCommand } from './commands/keys-generate.ts';
import { lintCommand } from './commands/lint.ts';
import { lspCommand } from './commands/lsp.ts';
import { runCommand } from './commands/run.ts';

/** Every command, in the order of the help. What a command needs of the compiler or the gateway it imports when it runs. */
export const commands: readonly Command[] = [
  initCommand,
  addApiCommand,
  addApplicationCommand,
  addSubscriptionCommand,
  keysGenerateCommand,
  lintCommand,
  compileCommand,
  runCommand,
  lspCommand,
];
