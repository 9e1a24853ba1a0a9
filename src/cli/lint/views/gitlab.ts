import { groupRepeats, type RepeatedFinding } from '#diagnostic/group-repeats.ts';
import { printable } from '../../views/display-width.ts';
import { countPlaces } from './describe-uses.ts';
import { describeLoosening } from './explain-loosening.ts';
import { fingerprintOfGroup } from './fingerprint-of-group.ts';
import { writeJsonList } from './json-list.ts';
import { type LintReport, uniqueNames } from './lint-report.ts';

/** The severities of GitLab. `critical` and `blocker` are for tools that find vulnerabilities. */
const severities = { error: 'major', warning: 'minor', info: 'info' } as const;

/**
 * Diagnostics as a Code Quality report of GitLab: a JSON array with an entry for each, in which repeated diagnostics
 * are joined.
 */
export function* renderGitlab({
  diagnostics,
  sources,
  show,
  isUnconfigured,
}: LintReport): Generator<string, void> {
  const groups = groupRepeats(diagnostics);
  const fingerprints = uniqueNames(groups.map((one) => fingerprintOfGroup(one, sources)));
  const toEntry = (diagnostic: RepeatedFinding, index: number) => ({
    description: describe(diagnostic, isUnconfigured),
    check_name: diagnostic.code,
    fingerprint: fingerprints[index],
    severity: severities[diagnostic.severity],
    location: {
      path: show(diagnostic.at.file).toWellFormed(),
      lines: { begin: diagnostic.at.line, end: diagnostic.at.endLine },
    },
  });
  yield* writeJsonList(groups, toEntry);
  yield '\n';
}

/** The description of an entry, which is all that GitLab shows. */
function describe(finding: RepeatedFinding, isUnconfigured: boolean | undefined): string {
  const { message, help, alsoAt } = finding;
  const more = alsoAt.length === 0 ? '' : ` (${countPlaces(alsoAt.length)})`;
  const loosening = describeLoosening(finding, isUnconfigured);
  const text = printable(help === undefined ? message : `${message} ${help}`) + more;
  return loosening === undefined ? text : `${text} ${loosening}`;
}
