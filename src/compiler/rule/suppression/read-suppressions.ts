import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { suppressionMarker as marker, type SourceComment } from '#compiler/workspace/suppressions.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import { matchesPathOrGlob } from '#source/fits-glob.ts';
import { placeOf } from '#source/place.ts';
import type { IgnoreEntry } from '#compiler/declaration/parts/ignore-entry.ts';
import type { Declared } from '#compiler/workspace/declared.ts';

const suppression = new RegExp(String.raw`^#+\s*${marker}(?![\w-])(?<said>[^]*)$`);
/** A line on which nothing can be found: it is empty, or contains a comment or the boundary of a document. */
const emptyLine = /^\s*(?:(?:---|\.\.\.)(?:\s+|$))?(?:#[^]*)?$/;

interface SuppressionComments {
  readonly suppressions: readonly Suppression[];
  /** Comments that suppress nothing since they give no reason. */
  readonly findings: readonly Diagnostic[];
}

/** Reads the comments `# gatewright-ignore RULE, RULE: reason` of all sources. */
export function readSuppressions(sources: Sources): SuppressionComments {
  const suppressions: Suppression[] = [];
  const findings: Diagnostic[] = [];
  for (const file of sources.marked) {
    const lines = (sources.text(file) ?? '').split('\n');
    for (const comment of sources.comments(file)) {
      const said = suppression.exec(comment.text)?.groups?.['said'];
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

/** The comment's own line if there is something before it, else the next line that is not empty. */
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

/** A comment or entry that suppresses findings of a rule. */
export interface Suppression {
  readonly rule: string;
  /** Where it was written. */
  readonly at: SourceLocation;
  /** Whether a finding of the rule is covered. */
  readonly covers: (finding: Diagnostic) => boolean;
}

/** An entry of the ignore file as a suppression. */
export function readIgnoreEntry({ value, place }: Declared<IgnoreEntry>, sources: Sources): Suppression {
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
