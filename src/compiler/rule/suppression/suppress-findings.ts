import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { historyRuleNames, type IgnoreEntry } from '#compiler/declaration/parts/ignore-entry.ts';
import {
  approvalsFile,
  suppressionMarker as marker,
  type SourceComment,
} from '#compiler/workspace/suppressions.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Rule } from '../define-rule.ts';
import { matchKnownFindings } from './baseline.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import { matchesPathOrGlob } from '#source/fits-glob.ts';
import { placeOf } from '#source/place.ts';
import type { Declared } from '#compiler/workspace/declared.ts';

const suppressionComment = new RegExp(String.raw`^#+\s*${marker}(?![\w-])(?<said>[^]*)$`);

/** A line without content: it is empty, or contains only a comment or the boundary of a document. */
const emptyLine = /^\s*(?:(?:---|\.\.\.)(?:\s+|$))?(?:#[^]*)?$/;

interface SuppressionComments {
  readonly suppressions: readonly Suppression[];
  /** The findings about comments that suppress nothing, since they give no reason. */
  readonly findings: readonly Diagnostic[];
}

/** A comment or entry that suppresses findings of a rule. */
interface Suppression {
  readonly rule: string;
  /** The location of the rule's name in the comment or the entry. */
  readonly at: SourceLocation;
  /** Whether a finding of the rule is covered. */
  readonly covers: (finding: Diagnostic) => boolean;
}

/** The findings of lint that are not reported. */
export interface SuppressedFindings {
  /** The findings that a comment in the sources or the ignore file suppresses. */
  readonly suppressed: readonly Diagnostic[];
  readonly inBaseline: readonly Diagnostic[];
  /** How many entries of the baseline no longer match a finding; 0 if that is unknown. */
  readonly obsolete: number;
  /** The reported findings that could be in a baseline. */
  readonly suppressible: readonly Diagnostic[];
  /** Whether the rules have checked everything, so that findings that no longer occur are fixed. */
  readonly isWhole: boolean;
}

export interface SuppressionResult {
  /** The findings that nothing suppresses, and the problems of the suppressions themselves. */
  readonly reported: readonly Diagnostic[];
  readonly suppressedFindings: SuppressedFindings;
}

/**
 * Removes the findings that a comment, the ignore file or the baseline suppresses. `rules` are the rules that have run;
 * a suppression may name any rule in `all`.
 */
export function suppressFindings(
  found: readonly Diagnostic[],
  { sources, suppressions: { ignored, baseline = [], loading } }: Workspace,
  rules: readonly Rule[],
  all: readonly Rule[] = rules,
): SuppressionResult {
  const names = new SuppressibleRules(rules, all, loading);
  const isWhole = ![...loading, ...found.filter(({ code }) => code === 'rule-crash')].some(isError);
  const suppressible = found.filter(({ code }) => names.has(code));
  const comments = readSuppressions(sources);
  const suppressions = [...comments.suppressions, ...ignored.map((entry) => readIgnoreEntry(entry, sources))];
  const { suppressed, rest, unused } = suppress(suppressible, suppressions);
  const { known, unknown, obsolete } = matchKnownFindings(baseline, rest, sources);
  const suppressedFindings = new Set([...suppressed, ...known]);
  const ofSuppressions = suppressions.flatMap((suppression) => names.explain(suppression));
  const idle = unused.filter(({ rule }) => isWhole && names.has(rule)).map(explainUnused);
  return {
    reported: [
      ...found.filter((one) => !suppressedFindings.has(one)),
      ...comments.findings,
      ...ofSuppressions,
      ...idle,
    ],
    suppressedFindings: {
      suppressed,
      inBaseline: known,
      obsolete: isWhole ? obsolete : 0,
      suppressible: unknown,
      isWhole,
    },
  };
}

/** Assigns each finding to the first suppression that covers it; a suppression without a finding is unused. */
function suppress(found: readonly Diagnostic[], suppressions: readonly Suppression[]) {
  const byRule = Map.groupBy(suppressions, ({ rule }) => rule);
  const used = new Set<Suppression>();
  const [suppressed, rest] = partition(found, (finding) => {
    const suppression = byRule.get(finding.code)?.find(({ covers }) => covers(finding));
    if (suppression) used.add(suppression);
    return suppression !== undefined;
  });
  return { suppressed, rest, unused: suppressions.filter((suppression) => !used.has(suppression)) };
}

function explainUnused({ rule, at }: Suppression): Diagnostic {
  return {
    code: 'suppression-unused',
    severity: 'warning',
    message: `No finding of ${rule} to suppress here.`,
    help: 'Remove the rule from the comment or the entry, or move it to the line or the pointer of the finding.',
    at,
  };
}

/** The rules whose findings may be suppressed; compilation relies on all other rules. */
class SuppressibleRules {
  readonly #names: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  readonly #integrity: ReadonlySet<string>;
  readonly #loading: ReadonlySet<string>;

  constructor(rules: readonly Rule[], all: readonly Rule[], loading: readonly Diagnostic[]) {
    const [design, integrity] = partition(all, ({ group }) => group === 'design');
    const looking = new Set(rules);
    this.#names = new Set(design.filter((rule) => looking.has(rule)).map(({ name }) => name));
    this.#known = new Set(design.map(({ name }) => name));
    this.#integrity = new Set(integrity.map(({ name }) => name));
    this.#loading = new Set(loading.map(({ code }) => code));
  }

  /** Whether a rule has run and may be suppressed. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The problem with the rule that a suppression names; empty if the rule may be suppressed. */
  explain({ rule, at }: Suppression): readonly Diagnostic[] {
    if (this.#known.has(rule)) return [];
    return [{ code: 'suppression-rule', severity: 'error', ...this.#describe(rule), at }];
  }

  #describe(rule: string): Pick<Diagnostic, 'message' | 'help'> {
    if (this.#integrity.has(rule)) {
      const message = `The rule ${rule} cannot be suppressed, since compilation relies on it.`;
      return { message, help: 'Fix what it reports.' };
    }
    if (this.#loading.has(rule)) {
      const message = `${rule} is not a rule but an error in reading the sources, so it cannot be suppressed.`;
      return { message, help: 'Fix the error.' };
    }
    if (historyRuleNames.some((name) => name === rule)) {
      const message = `The rule ${rule} compares two states of the repository, so it cannot be suppressed in a file.`;
      return { message, help: `Approve the change in ${approvalsFile}.` };
    }
    if (rule === '')
      return { message: 'This comment names no rule.', help: 'Write the name of a rule before the colon.' };
    const help = suggestName(rule, this.#known, 'Write names of design rules, separated by commas.');
    return { message: `The rule ${JSON.stringify(rule)} does not exist.`, help };
  }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function partition<T>(
  values: readonly T[],
  test: (value: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  const passed = new Set(values.filter(test));
  return [[...passed], values.filter((value) => !passed.has(value))];
}

/** Reads the comments `# gatewright-ignore RULE, RULE: reason` of all sources. */
function readSuppressions(sources: Sources): SuppressionComments {
  const suppressions: Suppression[] = [];
  const findings: Diagnostic[] = [];
  for (const file of sources.marked) {
    const lines = (sources.text(file) ?? '').split('\n');
    for (const comment of sources.comments(file)) {
      const said = suppressionComment.exec(comment.text)?.groups?.['said'];
      if (said === undefined) continue;
      if (/:\s*\S/.test(said)) suppressions.push(...readRules(said, comment, lines));
      else findings.push(reasonMissing(comment));
    }
  }
  return { suppressions, findings };
}

/** A suppression for each rule that a comment names, at that name. */
function readRules(
  said: string,
  { text, at }: SourceComment,
  lines: readonly string[],
): readonly Suppression[] {
  const line = lineMeant(at, lines);
  const start = text.length - said.length;
  const names = said.slice(0, said.indexOf(':'));
  return [...names.matchAll(/[^,]+|^$/g)].map((match) => {
    const rule = match[0].trim();
    const column = at.column + start + match.index + match[0].length - match[0].trimStart().length;
    const place = rule === '' ? at : { ...at, column, endColumn: column + rule.length };
    return {
      rule,
      at: place,
      covers: (finding) => finding.at.file === at.file && finding.at.line === line,
    };
  });
}

/**
 * The line that a comment applies to: its own line if there is content before it, otherwise the next line with content.
 */
function lineMeant({ line, column }: SourceLocation, lines: readonly string[]): number | undefined {
  const before = lines[line - 1]?.slice(0, column - 1) ?? '';
  if (!emptyLine.test(before)) return line;
  const next = lines.findIndex((text, index) => index >= line && !emptyLine.test(text));
  return next === -1 ? undefined : next + 1;
}

function reasonMissing({ at }: SourceComment): Diagnostic {
  return {
    code: 'suppression-reason',
    severity: 'error',
    message: 'This comment suppresses nothing, since it gives no reason.',
    help: `Write \`# ${marker} RULE: reason\`.`,
    at,
  };
}

/** An entry of the ignore file as a suppression. */
function readIgnoreEntry({ value, place }: Declared<IgnoreEntry>, sources: Sources): Suppression {
  const files = new Map<string, boolean>();
  const isMeant = (file: string): boolean => {
    const known = files.get(file) ?? matchesPathOrGlob(file, value.file);
    files.set(file, known);
    return known;
  };
  const { rule, pointer } = value;
  return {
    rule,
    at: sources.locate(placeOf(place, 'rule'), 'value'),
    covers: ({ at }) => (at.pointer === pointer || at.pointer.startsWith(`${pointer}/`)) && isMeant(at.file),
  };
}
