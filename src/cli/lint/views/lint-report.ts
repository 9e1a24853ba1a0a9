import type { RuleDescription } from '#compiler/rule/define-rule.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Paint } from '../../io.ts';
import type { Contents } from '../../views/render-counts.ts';

/** The findings of `gatewright lint`, and the data for rendering them. */
export interface LintReport {
  /** Sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Pick<Sources, 'files' | 'text' | 'textAt'>;
  /** The rules that the format describes. A diagnostic can also have a code that is not a rule's. */
  readonly rules: readonly RuleDescription[];
  /** The version of gatewright. */
  readonly version: string;
  /** The checked parts; absent if the configuration cannot be used. */
  readonly contents?: Contents;
  /** The command without its options, as the user can type it again; undefined if it read standard input. */
  readonly command: string | undefined;
  /** Whether people see every finding, however many there are. */
  readonly showsAll: boolean;
  /** The names of rules for design conventions, whose findings people see after all other findings. */
  readonly conventions: ReadonlySet<string>;
  /** The name of a source file for readers of the report, with `/` between segments. */
  readonly show: (file: string) => string;
  readonly paint: Paint;
  /** Whether documents are checked without a configuration. Default: false. */
  readonly isUnconfigured?: boolean;
}

/**
 * Makes names unique: the second occurrence of a name gets the suffix `#2`, the third `#3`. Tools that identify entries
 * by name would show only the first occurrence.
 */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const taken = new Set(names);
  return names.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    while (count > 1 && taken.has(`${name}#${count}`)) count += 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  });
}
