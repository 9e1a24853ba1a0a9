import { allLists, type ListName } from '#compiled/manifest.ts';
import { countDiagnostics, type Diagnostic, type Severity } from '#diagnostic/diagnostic.ts';

/** The severities, the most severe first. */
export const severities: readonly Severity[] = ['error', 'warning', 'info'];

const plurals = { error: 'errors', warning: 'warnings', info: 'info' } as const;

/** `2 errors and 1 warning`: the number of diagnostics by severity, without zeros. */
export function renderCounts(diagnostics: readonly Diagnostic[]): string {
  const counts = countDiagnostics(diagnostics);
  const parts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${counts[severity] === 1 ? severity : plurals[severity]}`);
  return listWords(parts, 'and');
}

/**
 * The counts, the number of files, and how many findings `--fix` can fix. `command` has no options; it is undefined if
 * the command read standard input, which cannot be fixed.
 */
export function renderSummary(diagnostics: readonly Diagnostic[], command: string | undefined): string {
  const files = new Set(diagnostics.map(({ at }) => at.file)).size;
  const fixed = diagnostics.filter(({ fix }) => fix).length;
  const where = files > 1 ? ` in ${files} files` : '';
  const fixable = fixed > 0 && command !== undefined ? `; \`${command} --fix\` fixes ${fixed} of them` : '';
  return renderCounts(diagnostics) + where + fixable;
}

/** A workspace or a manifest, of which only the lengths of the lists matter. */
export type Contents = { readonly [Name in ListName]: readonly unknown[] };

/** `1 API, 2 applications, 2 subscriptions, and 1 tier`; users and identity providers if there are any. */
export function renderContents(contents: Contents): string {
  const shown = allLists.filter(({ name, isOftenEmpty }) => !isOftenEmpty || contents[name].length > 0);
  return listWords(
    shown.map(({ name, noun }) => count(contents[name], noun)),
    'and',
  );
}

function count({ length }: readonly unknown[], noun: string): string {
  return `${length} ${noun}${length === 1 ? '' : 's'}`;
}

/** `a, b, and c`: like Intl.ListFormat in English, which takes longer to load than rendering a report. */
export function listWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  if (words.length < 3) return words.join(` ${conjunction} `);
  return `${words.slice(0, -1).join(', ')}, ${conjunction} ${words.at(-1)}`;
}

/** Sorts errors before warnings before infos; diagnostics of the same severity stay in order. */
export function sortWorstFirst<T extends Diagnostic>(diagnostics: readonly T[]): readonly T[] {
  return severities.flatMap((severity) => diagnostics.filter((one) => one.severity === severity));
}
