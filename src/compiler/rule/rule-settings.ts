import type { Severity } from '#diagnostic/diagnostic.ts';
import { matchesPathOrGlob } from '#source/fits-glob.ts';
import type { GatewayDeclaration, RuleSetting } from '#compiler/kinds/gateway/declaration.ts';
import type { Rule, RuleDescription, RuleOption } from './define-rule.ts';
import type { OptionValues } from './definition-checks.ts';
import { type RuleSet, severityInSet } from './rule-sets.ts';

type Settings = Readonly<Record<string, RuleSetting>>;

/** The severities that a gateway can set for a rule. */
export const settableSeverities: readonly string[] = ['off', 'info', 'warning', 'error'] satisfies (
  | Severity
  | 'off'
)[];

/** In the settings of a gateway, the name for all design and history rules without a severity of their own. */
export const allRules = '*';

/** The settings of a gateway for rules: for all files, and overrides for some files. */
export class RuleSettings {
  readonly #set: RuleSet | undefined;
  readonly #settings: Settings;
  readonly #overrides: readonly { readonly files: readonly string[]; readonly rules: Settings }[];
  readonly #byFile = new Map<string, readonly Settings[]>();
  /** Settings by the numbers of the overrides that they include, so that equal settings are the same object. */
  readonly #byOverrides = new Map<string, readonly Settings[]>();
  readonly #options = new Map<Rule, Map<readonly Settings[], OptionValues<string>>>();

  constructor({ lint }: GatewayDeclaration) {
    this.#set = lint?.extends;
    this.#settings = lint?.rules ?? {};
    this.#overrides = lint?.overrides ?? [];
  }

  /** The severity of a rule in a file. Invalid settings of the gateway are ignored. */
  severityOf(rule: RuleDescription, file: string): Severity | 'off' {
    if (rule.group === 'integrity') return rule.severity;
    const said = this.#allFor(file).map((rules) => severityOfRule(rules, rule.name));
    return said.findLast(isSeverity) ?? severityInSet(rule, this.#set);
  }

  /** Whether a rule is switched off in every file. */
  isOff(rule: Rule): boolean {
    const everywhere = severityOfRule(this.#settings, rule.name) ?? severityInSet(rule, this.#set);
    if (rule.group === 'integrity' || everywhere !== 'off') return false;
    return this.#overrides.every(({ rules }) => (severityOfRule(rules, rule.name) ?? 'off') === 'off');
  }

  /** The words of each option of a rule: the built-in words and those that the gateway adds for a file. */
  optionsOf(rule: Rule, file: string): OptionValues<string> {
    const all = this.#allFor(file);
    const ofRule = this.#options.get(rule) ?? new Map<readonly Settings[], OptionValues<string>>();
    this.#options.set(rule, ofRule);
    const options = ofRule.get(all) ?? readOptions(rule, all);
    ofRule.set(all, options);
    return options;
  }

  /** The settings for all files, then the overrides that include the given file. */
  #allFor(file: string): readonly Settings[] {
    const settings = this.#byFile.get(file) ?? this.#findSettings(file);
    this.#byFile.set(file, settings);
    return settings;
  }

  #findSettings(file: string): readonly Settings[] {
    const overriding = this.#overrides.flatMap(({ files, rules }, number) =>
      files.some((glob) => matchesPathOrGlob(file, glob)) ? [{ number, rules }] : [],
    );
    const key = overriding.map(({ number }) => number).join(' ');
    const settings = this.#byOverrides.get(key) ?? [this.#settings, ...overriding.map(({ rules }) => rules)];
    this.#byOverrides.set(key, settings);
    return settings;
  }
}

function readOptions({ name, options = {} }: Rule, settings: readonly Settings[]): OptionValues<string> {
  const entries: [string, RuleOption][] = Object.entries(options);
  const words = (option: string) => settings.flatMap((rules) => wordsIn(rules[name], option));
  return Object.fromEntries(
    entries.map(([option, builtIn]) => [option, new Set([...builtIn.words, ...words(option)])]),
  );
}

/** The severity that settings give a rule by its name, otherwise the severity for all rules. */
function severityOfRule(settings: Settings, name: string): Severity | 'off' | undefined {
  return severityIn(settings[name]) ?? severityIn(settings[allRules]);
}

function severityIn(setting: RuleSetting | undefined): Severity | 'off' | undefined {
  const severity = typeof setting === 'object' ? setting['severity'] : setting;
  return isSeverity(severity) ? severity : undefined;
}

/** Whether a value is a severity that a gateway can set. */
export function isSeverity(value: unknown): value is Severity | 'off' {
  return typeof value === 'string' && settableSeverities.includes(value);
}

function wordsIn(setting: RuleSetting | undefined, option: string): readonly string[] {
  const words = typeof setting === 'object' ? setting[option] : undefined;
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
}
