import type { Command, NamedCommand } from './command.ts';

/**
 * Every command, in the order of the help. Each command imports the parts of the compiler or the gateway that it needs
 * when it runs.
 */
export const commands: readonly NamedCommand[] = [
  { name: 'init', load: async () => (await import('./commands/init.ts')).initCommand },
  { name: 'add api', load: async () => (await import('./commands/add-api.ts')).addApiCommand },
  {
    name: 'add application',
    load: async () => (await import('./commands/add-application.ts')).addApplicationCommand,
  },
  {
    name: 'add subscription',
    load: async () => (await import('./commands/add-subscription.ts')).addSubscriptionCommand,
  },
  {
    name: 'keys generate',
    load: async () => (await import('./commands/keys-generate.ts')).keysGenerateCommand,
  },
  {
    name: 'keys rotate',
    load: async () => (await import('./commands/keys-rotate.ts')).keysRotateCommand,
  },
  { name: 'keys list', load: async () => (await import('./commands/keys-list.ts')).keysListCommand },
  { name: 'token', load: async () => (await import('./commands/token.ts')).tokenCommand },
  { name: 'users add', load: async () => (await import('./commands/users-add.ts')).usersAddCommand },
  {
    name: 'users password',
    load: async () => (await import('./commands/users-password.ts')).usersPasswordCommand,
  },
  {
    name: 'users disable',
    load: async () => (await import('./commands/users-disable.ts')).usersDisableCommand,
  },
  { name: 'users enable', load: async () => (await import('./commands/users-enable.ts')).usersEnableCommand },
  { name: 'users list', load: async () => (await import('./commands/users-list.ts')).usersListCommand },
  { name: 'lint', load: async () => (await import('./commands/lint.ts')).lintCommand },
  { name: 'observe', load: async () => (await import('./commands/observe.ts')).observeCommand },
  { name: 'plan', load: async () => (await import('./commands/plan.ts')).planCommand },
  { name: 'report', load: async () => (await import('./commands/report.ts')).reportCommand },
  { name: 'explain', load: async () => (await import('./commands/explain.ts')).explainCommand },
  { name: 'compile', load: async () => (await import('./commands/compile.ts')).compileCommand },
  { name: 'export envoy', load: async () => (await import('./commands/export-envoy.ts')).exportEnvoyCommand },
  {
    name: 'export envoy-bootstrap',
    load: async () => (await import('./commands/export-envoy-bootstrap.ts')).exportEnvoyBootstrapCommand,
  },
  { name: 'run', load: async () => (await import('./commands/run.ts')).runCommand },
  { name: 'status', load: async () => (await import('./commands/status.ts')).statusCommand },
  { name: 'grants list', load: async () => (await import('./commands/grants-list.ts')).grantsListCommand },
  {
    name: 'grants revoke',
    load: async () => (await import('./commands/grants-revoke.ts')).grantsRevokeCommand,
  },
  {
    name: 'state backup',
    load: async () => (await import('./commands/state-backup.ts')).stateBackupCommand,
  },
  {
    name: 'state restore',
    load: async () => (await import('./commands/state-restore.ts')).stateRestoreCommand,
  },
  { name: 'comment', load: async () => (await import('./commands/comment.ts')).commentCommand },
  {
    name: 'completion',
    load: async () => (await import('./commands/completion.ts')).createCompletionCommand(loadCommands),
  },
  { name: 'lsp', load: async () => (await import('./commands/lsp.ts')).lspCommand },
];

/** Every command, loaded. */
export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(commands.map((command) => command.load()));
}
