import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { readVersion } from '../read-version.ts';

export const lspCommand: Command = {
  name: 'lsp',
  summary: 'Run the language server: editors show lint findings while you type.',
  details:
    'Speaks the Language Server Protocol over standard input and output; editors start this command. It ' +
    "lints the open folder with the contents of the editor's buffers, saved or unsaved, with the same " +
    'rules as `gatewright lint`, and offers quick fixes, hover, completion and go-to-definition.',
  options: {
    config: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'The configuration, relative to the folder that the editor has open.',
      default: 'gateway.config.yaml',
    },
    stdio: { type: 'flag', summary: 'Editors pass this; there is no other transport.' },
  },
  examples: [
    {
      command: 'gatewright lsp --stdio',
      does: 'the command to configure as the language server for YAML files',
    },
  ],
  exitCodes: { 0: 'the editor shut it down', 1: 'the editor disconnected' },
  run: serveEditor,
};

/** Never returns: the editor ends the process (LSP 3.17, "exit"). */
async function serveEditor(args: CommandArguments, io: Io): Promise<ExitCode> {
  const [{ createConnection, ProposedFeatures }, { LanguageServer }] = await Promise.all([
    import('vscode-languageserver/node'),
    import('../language-server/language-server.ts'),
  ]);
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const options = { configFile: args.requiredText('config'), cwd: io.cwd, version: readVersion() };
  new LanguageServer(connection, options).listen();
  return new Promise<ExitCode>(() => {});
}
