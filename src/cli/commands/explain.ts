import { suggestName } from '#compiler/workspace/suggest-name.ts';
import { builtInCodes } from '#diagnostic/built-in-codes.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import type { Page } from '../rule-pages/page.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'Explain what a rule requires and why, with examples.',
  details:
    'Prints the page of a rule: what it requires and why, its severity and options, examples with their ' +
    'findings, and how to suppress a finding. It also explains every other code of a finding, and the codes of ' +
    'the error responses of the gateway. Without an argument, it lists all rules.',
  positionals: [
    {
      name: 'RULE',
      summary: 'the name of a rule, or the code of a finding or of an error response',
      required: false,
      names: 'rule',
    },
  ],
  options: {},
  examples: [
    { command: 'gatewright explain path-plural', does: 'prints the page of a rule' },
    {
      command: 'gatewright explain token_invalid',
      does: 'prints the usual cause of an error response, and what to do',
    },
    { command: 'gatewright explain', does: 'lists the rules' },
  ],
  exitCodes: { 0: 'explained', 2: 'the rule does not exist' },
  run: explain,
};

async function explain(args: CommandArguments, io: Io): Promise<ExitCode> {
  const { renderPageForTerminal } = await import('../rule-pages/render-for-terminal.ts');
  io.stdout.write(renderPageForTerminal(await findPage(args.positionals[0]), io.stdout.paint));
  return 0;
}

async function findPage(name: string | undefined): Promise<Page> {
  if (name === undefined) {
    const { describeTopics } = await import('../rule-pages/describe-topics.ts');
    return describeTopics();
  }
  const { rulePages } = await import('../rule-pages/all-rules.ts');
  const describe = rulePages.get(name);
  if (describe) return describe();
  const code = Object.hasOwn(builtInCodes, name) ? builtInCodes[name] : undefined;
  const { describeCode } = await import('../rule-pages/all-rules.ts');
  if (code) return describeCode(name, code);
  const { codesByStatus, describeErrorCode, isErrorCode } =
    await import('../rule-pages/describe-error-code.ts');
  if (isErrorCode(name)) return describeErrorCode(name);
  const errorCodes = [...codesByStatus.values()].flat();
  throw unknownName(name, [...rulePages.keys(), ...Object.keys(builtInCodes), ...errorCodes]);
}

function unknownName(name: string, known: readonly string[]): CommandError {
  const help = suggestName(name, known, '`gatewright explain` lists them.');
  return new CommandError(`Unknown rule ${JSON.stringify(name)}.`, help);
}
