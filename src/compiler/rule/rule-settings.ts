import type { Severity } from '../../diagnostic/diagnostic.ts';
import { isMeantBy } from '../../source/fits-glob.ts';
import type { GatewayDeclaration, RuleSetting } from '../declaration/gateway.ts';
import type { Rule, RuleOption } from './define-rule.ts';
import type { OptionValues } from './definition-checks.ts';

type Settings = Readonly<Record<string, RuleSetting>>;

/** What a gateway can say of a design rule. */
export const settableSeverities: readonly string[] = ['off', 'info', 'warning', 'error'] satisfies (
  | Severity
  | 'off'
)[];

/** What a gateway says of the rules, for all files and for some. */
export class RuleSettings {
  readonly #settings: Settings;
  readonly #overrides: readonly { readonly files: readonly string[]; readonly rules: Settings }[];
  readonly #byFile = new Map<string, readonly Settings[]>();

  constructor({ lint }: GatewayDeclaration) {
    this.#settings = lint?.rules ?? {};
    this.#overrides = lint?.overrides ?? [];
  }

  /** How bad it is to break a rule in a file. What the gateway says wrongly counts as not said. */
  severityOf({ name, group, severity }: Rule, file: string): Severity | 'off' {
    if (group === 'integrity') return severity;
    const said = this.#settingsFor(name, file).map(severityIn).findLast(isSeverity);
    return said ?? severity;
  }

  /** Whether a rule is switched off in every file. */
  isOff({ name, group, severity }: Rule): boolean {
    const everywhere = severityIn(this.#settings[name]) ?? severity;
    if (group === 'integrity' || everywhere !== 'off') return false;
    return this.#overrides.every(({ rules }) => (severityIn(rules[name]) ?? 'off') === 'off');
  }

  /** The words of each option of a rule: those built in, and those that are added for a file. */
  optionsOf({ name, options = {} }: Rule, file: string): OptionValues<string> {
    const settings = this.#settingsFor(name, file);
    const entries: [string, RuleOption][] = Object.entries(options);
    return Object.fromEntries(
      entries.map(([option, { words }]) => [
        option,
        new Set([...words, ...settings.flatMap((setting) => wordsIn(setting, option))]),
      ]),
    );
  }

  /** What is said of a rule for all files, then for some that this one is among. */
  #settingsFor(name: string, file: string): readonly (RuleSetting | undefined)[] {
    const settings = this.#byFile.get(file) ?? this.#findSettings(file);
    this.#byFile.set(file, settings);
    return settings.map((rules) => rules[name]);
  }

  #findSettings(file: string): readonly Settings[] {
    const overriding = this.#overrides.filter(({ files }) => files.some((glob) => isMeantBy(file, glob)));
    return [this.#settings, ...overriding.map(({ rules }) => rules)];
  }
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
