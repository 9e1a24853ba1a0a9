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
  /** Every rule that the format reports; a diagnostic may also have a code that belongs to no rule. */
  readonly rules: readonly RuleDescription[];
  /** Of gatewright. */
  readonly version: string;
  /** The checked parts; absent if the configuration cannot be used. */
  readonly contents?: Contents;
  /** The command without its options, as a reader types it again; undefined if it read standard input. */
  readonly command: string | undefined;
  /** Whether people see every finding, however many there are. */
  readonly showsAll: boolean;
  /** The names of rules that report conventions of design, which people see behind what is wrong. */
  readonly conventions: ReadonlySet<string>;
  /** A file of the sources as the report's reader names it, with `/` between segments. */
  readonly show: (file: string) => string;
  readonly paint: Paint;
  /** Whether documents are checked without a configuration. Default: false. */
  readonly isUnconfigured?: boolean;
}

/**
 * The names, each made its own: the second of the same name gets `#2` behind it, the third `#3`. A reader that keys
 * by name shows the first of the same name and drops the others.
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
