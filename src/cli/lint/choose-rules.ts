import type { RuleChoices, Severities } from '#compiler/rule/choose-severities.ts';
import { ruleSets } from '#compiler/rule/rule-sets.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import { listWords } from '../views/render-counts.ts';

export const ruleOptions = {
  extends: {
    type: 'text',
    placeholder: 'SET',
    summary: `The set of rules, ${listWords(ruleSets, 'or')}, instead of that of the configuration. Without a configuration: recommended.`,
  },
  rule: {
    type: 'list',
    placeholder: 'NAME=SEVERITY',
    summary:
      'Report a rule as error, warning or info, or switch it off, whatever the configuration says. In a name, * matches any characters: *=off.',
  },
} as const satisfies Record<string, CommandOption>;

/** The severities that `--extends` and `--rule` choose. Throws a CommandError if a set, a rule or a severity does not exist. */
export async function readRuleChoices(args: CommandArguments): Promise<RuleChoices | undefined> {
  const [set, given] = [readRuleSet(args), args.list('rule')];
  if (set === undefined && given.length === 0) return undefined;
  return { ...(set && { extends: set }), severities: await readSeverities(given) };
}

function readRuleSet(args: CommandArguments): RuleChoices['extends'] {
  const named = args.text('extends');
  if (named === undefined) return undefined;
  const set = ruleSets.find((one) => one === named);
  if (set) return set;
  throw new CommandError(
    `Unknown set of rules ${JSON.stringify(named)}.`,
    suggestName(named, ruleSets, `A set is ${listWords(ruleSets, 'or')}.`),
  );
}

/** The severity of each chosen rule. Exact names take precedence over patterns; otherwise, the last option wins. */
async function readSeverities(given: readonly string[]): Promise<Severities> {
  const { rules } = await import('#compiler/lint/rules.ts');
  const { isSeverity, settableSeverities } = await import('#compiler/rule/rule-settings.ts');
  const groups = new Map(rules.map(({ name, group }) => [name, group]));
  const choices = given.map((text) => {
    const [name = '', severity] = text.split(/=(.*)/s);
    if (!isSeverity(severity)) {
      const help = `Write --rule ${name}=SEVERITY, with ${listWords(settableSeverities, 'or')}.`;
      throw new CommandError(`--rule ${text} does not name a severity.`, help);
    }
    return { isPattern: name.includes('*'), names: findNames(name, groups), severity };
  });
  const [patterns, named] = [true, false].map((isPattern) =>
    choices.filter((choice) => choice.isPattern === isPattern),
  );
  return Object.fromEntries(
    [...(patterns ?? []), ...(named ?? [])].flatMap(({ names, severity }) =>
      names.map((name) => [name, severity] as const),
    ),
  );
}

function findNames(written: string, groups: ReadonlyMap<string, string>): readonly string[] {
  const names = [...groups].filter(([, group]) => group === 'design').map(([name]) => name);
  if (written.includes('*')) {
    const parts = written.split('*').map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`));
    const pattern = new RegExp(`^${parts.join('.*')}$`);
    const found = names.filter((name) => pattern.test(name));
    if (found.length > 0) return found;
    throw new CommandError(
      `No rule matches ${JSON.stringify(written)}.`,
      '`gatewright explain` lists the rules.',
    );
  }
  if (names.includes(written)) return [written];
  if (groups.has(written))
    throw new CommandError(`The rule ${written} cannot be changed, since compiling relies on it.`);
  throw new CommandError(
    `The rule ${JSON.stringify(written)} does not exist.`,
    suggestName(written, names, '`gatewright explain` lists the rules.'),
  );
}
