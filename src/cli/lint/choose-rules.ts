import type { Severities } from '../../compiler/rule/choose-severities.ts';
import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import { listWords } from '../views/render-counts.ts';

export const ruleOption = {
  rule: {
    type: 'list',
    placeholder: 'NAME=SEVERITY',
    summary: 'Report a rule as error, warning or info, or switch it off, whatever the configuration says.',
  },
} as const satisfies Record<string, CommandOption>;

/** The severities that `--rule` gives. Throws a CommandError if a rule or a severity does not exist. */
export async function readRuleChoices(args: CommandArguments): Promise<Severities | undefined> {
  const given = args.list('rule');
  if (given.length === 0) return undefined;
  const { rules } = await import('../../compiler/lint/rules.ts');
  const { isSeverity, settableSeverities } = await import('../../compiler/rule/rule-settings.ts');
  const groups = new Map(rules.map(({ name, group }) => [name, group]));
  const choices = given.map((text) => {
    const [name = '', severity] = text.split(/=(.*)/s);
    if (!isSeverity(severity)) {
      const help = `Write --rule ${name}=SEVERITY, with ${listWords(settableSeverities, 'or')}.`;
      throw new CommandError(`--rule ${text} does not name a severity.`, help);
    }
    checkName(name, groups);
    return [name, severity] as const;
  });
  return Object.fromEntries(choices);
}

function checkName(name: string, groups: ReadonlyMap<string, string>): void {
  const group = groups.get(name);
  if (group === 'design') return;
  if (group !== undefined)
    throw new CommandError(`The rule ${name} cannot be changed, since compiling relies on it.`);
  const names = [...groups].filter(([, one]) => one === 'design').map(([known]) => known);
  throw new CommandError(
    `The rule ${JSON.stringify(name)} does not exist.`,
    suggestName(name, names, '`gatewright explain` lists the rules.'),
  );
}
