import type { CommitRelation } from '../../status/relate-commits.ts';
import type { StatusReport } from '../../status/status-report.ts';
import { listWords } from '../render-counts.ts';

/** The locations of the errors. */
const mostPlaces = 10;

/** How a gateway stands to what is expected, and what keeps it there: sentences, each on a line of its own. */
export function describeStanding(report: StatusReport): readonly string[] {
  const { running, expected, relation, difference } = report;
  return [
    ...(relation ? describeRelation(relation, expected.name, difference !== undefined) : []),
    ...describeFailures(running),
    ...describeWaiting(running),
    ...describeWorkers(running),
    ...describeVersions(report),
  ];
}

function describeRelation(
  { kind, behind, ahead }: CommitRelation,
  name: string,
  isDifferent: boolean,
): readonly string[] {
  if (kind === 'behind') return [`It is ${countCommits(behind)} behind ${name}.`];
  if (kind === 'ahead') return [`It is ${countCommits(ahead)} ahead of ${name}.`];
  if (kind === 'apart')
    return [
      `It has ${countCommits(ahead)} that ${name} does not have, and lacks ${countCommits(behind)} of it.`,
    ];
  if (!isDifferent) return [];
  return [
    'It serves the same commit, compiled by another version of gatewright or from another configuration.',
  ];
}

function countCommits(count: number): string {
  return count === 1 ? '1 commit' : `${count} commits`;
}

function describeFailures({ lastError, source }: StatusReport['running']): readonly string[] {
  const { message = '', places = [] } = lastError ?? {};
  const left = places.length - mostPlaces;
  return [
    ...(lastError
      ? [`It still serves its previous table, since newer sources cannot be used: ${message}`]
      : []),
    ...places.slice(0, mostPlaces).map((place) => `  ${place}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
    // A table that was fetched and refused is reported by both.
    ...(source?.lastError === undefined || source.lastError === message
      ? []
      : [`Its last check of ${source.url} failed: ${source.lastError}`]),
  ];
}

function describeVersions({ running, version, difference }: StatusReport): readonly string[] {
  if (!difference || running.version === undefined || running.version === version) return [];
  return [`It runs gatewright ${running.version}, but this is ${version}, which may compile differently.`];
}

function describeWaiting({ restartNeeded }: StatusReport['running']): readonly string[] {
  if (restartNeeded.length === 0) return [];
  return [`Restart it to apply these settings of its table: ${restartNeeded.join(', ')}.`];
}

function describeWorkers({ workers = [], digest }: StatusReport['running']): readonly string[] {
  const gone = workers.filter((worker) => worker === undefined).length;
  const other = workers.filter((worker) => worker !== undefined && worker !== digest).length;
  const parts = [
    ...(gone > 0 ? [`${gone} ${gone === 1 ? 'is' : 'are'} being started`] : []),
    ...(other > 0 ? [`${other} ${other === 1 ? 'serves' : 'serve'} another table`] : []),
  ];
  return parts.length === 0 ? [] : [`Of its ${workers.length} workers ${listWords(parts, 'and')}.`];
}
