import type { Change } from '#compiler/plan/change.ts';
import type { Paint } from '../../io.ts';
import type { CommitRelation } from '../relate-commits.ts';
import type { StatusDifference, StatusReport } from '../status-report.ts';
import { printable } from '../../views/display-width.ts';
import { groupChanges, nameSubject, signs, takeMost } from '../../plan/views/plan-changes.ts';
import { listWords } from '../../views/render-counts.ts';
import { renderTable } from '../../views/render-table.ts';
import { nameResources } from '../../envoy/name-resources.ts';
import type { RunningNode } from '../running-gateway.ts';

/** The number of characters of a digest that a table shows. */
const shownDigits = 'sha256:'.length + 12;

/** The maximum number of subjects, and of changes of each subject. */
const most = { subjects: 50, changes: 15 } as const;

const colours = { add: 'green', change: 'yellow', remove: 'red' } as const;

/**
 * The comparison with a running gateway, for people: whether it serves the expected table, and the differences if it
 * does not.
 */
export function renderStatusForHumans(report: StatusReport, paint: Paint): string {
  const { url, expected, isSame, difference } = report;
  const verdict = isSame ? paint('green', 'serves') : paint('red', 'does not serve');
  const commit = expected.commit === undefined ? '' : ` (${expected.commit.slice(0, 12)})`;
  const sections = [
    [`${printable(url)} ${verdict} what ${printable(expected.name)}${commit} declares.`],
    renderFigures(report),
    renderEnvoys(report),
    describeState(report).map(printable),
    ...(difference ? renderDifference(difference, printable(expected.name), paint) : []),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

type Lines = readonly string[];

function renderFigures({ running, expected }: StatusReport): Lines {
  const { digest, loadedAt, source, apis, workers, version } = running;
  const rows: (readonly [string, string | number | undefined])[] = [
    ['Serves', digest],
    ['Expected', digest === expected.digest ? undefined : expected.digest],
    ['Since', loadedAt],
    ['Commit', source?.commit],
    ['From', source && [source.url, ...(source.branch === undefined ? [] : [source.branch])].join('#')],
    ['APIs', apis],
    ['Workers', workers?.length],
    ['Version', version],
  ];
  return renderTable(
    rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, printable(String(value))]])),
  );
}

function renderDifference(difference: StatusDifference, name: string, paint: Paint): readonly Lines[] {
  if ('reason' in difference) return [[`The difference cannot be shown: ${printable(difference.reason)}`]];
  const { changes, beyond } = difference;
  if (changes.length === 0) return [['The two tables differ, but not in anything that a plan shows.']];
  if (beyond) return renderChanges(`In addition to ${name} it serves:`, beyond, paint);
  return renderChanges(`If ${name} were deployed:`, changes, paint);
}

function renderChanges(heading: string, changes: readonly Change[], paint: Paint): readonly Lines[] {
  const { shown, left } = takeMost(groupChanges(changes), most.subjects);
  const groups = shown.map((group) => renderGroup(group, paint));
  return [[paint('bold', heading)], ...groups, left === 0 ? [] : [`and ${left} more that differ`]];
}

function renderGroup(group: readonly Change[], paint: Paint): Lines {
  const { shown, left } = takeMost(group, most.changes);
  const names = shown.slice(0, 1).map(({ subject }) => paint('bold', printable(nameSubject(subject))));
  const lines = shown.map(
    ({ action, message }) => `  ${paint(colours[action], signs[action])} ${printable(message)}`,
  );
  return [...names, ...lines, ...(left === 0 ? [] : [`  and ${left} more`])];
}

/** The maximum number of error locations. */
const maxPlaces = 10;

/** Sentences about how a gateway differs from what is expected and why, each on its own line. */
function describeState(report: StatusReport): readonly string[] {
  const { running, expected, relation, difference } = report;
  return [
    ...(relation ? describeRelation(relation, expected.name, difference !== undefined) : []),
    ...describeFailures(running),
    ...describeHeld(running),
    ...describeWaiting(running),
    ...describeWorkers(running),
    ...describeEnvoys(running),
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
  const left = places.length - maxPlaces;
  return [
    ...(lastError
      ? [`It still serves its previous table, since newer sources cannot be used: ${message}`]
      : []),
    ...places.slice(0, maxPlaces).map((place) => `  ${place}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
    // If a fetched table was refused, both fields contain the same error.
    ...(source?.lastError === undefined || source.lastError === message
      ? []
      : [`Its last check of ${source.url} failed: ${source.lastError}`]),
  ];
}

function describeHeld({ heldBack }: StatusReport['running']): readonly string[] {
  if (heldBack.length === 0) return [];
  const left = heldBack.length - maxPlaces;
  return [
    'These declarations have errors and stay as they were last served; all others are served:',
    ...heldBack
      .slice(0, maxPlaces)
      .map(
        ({ kind, name, since = 'an unknown time', place, message }) =>
          `  ${kind} ${name}, since ${since}: ${place} ${message}`,
      ),
    ...(left > 0 ? [`  and ${left} more`] : []),
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
  const starting = workers.filter((worker) => worker === undefined).length;
  const other = workers.filter((worker) => worker !== undefined && worker !== digest).length;
  const parts = [
    ...(starting > 0 ? [`${starting} ${starting === 1 ? 'is' : 'are'} being started`] : []),
    ...(other > 0 ? [`${other} ${other === 1 ? 'serves' : 'serve'} another table`] : []),
  ];
  return parts.length === 0 ? [] : [`Of its ${workers.length} workers ${listWords(parts, 'and')}.`];
}

/** The Envoys of a control plane, one per row. */
function renderEnvoys({ running: { digest, controlPlane } }: StatusReport): readonly string[] {
  if (!controlPlane || controlPlane.nodes.length === 0) return [];
  const rows = controlPlane.nodes.map((node) =>
    [node.name, describeAccepted(node, digest), node.polledAt ?? 'never'].map(printable),
  );
  return renderTable([['Envoy', 'Has', 'Last poll'], ...rows]);
}

function describeAccepted({ accepted, restricted }: RunningNode, served: string): string {
  if (accepted === undefined) return 'parts of several tables, or another one';
  const shown = accepted === served ? 'the served table' : accepted.slice(0, shownDigits);
  return restricted ? `${shown}, restricted` : shown;
}

/** A sentence about an Envoy that serves a restricted table; empty for other Envoys. */
function describeRestriction({ name, restricted }: RunningNode, served: string): readonly string[] {
  if (!restricted) return [];
  const { digest, by = 'another table' } = restricted;
  const table = digest ? `the table ${digest}: the one` : 'the table';
  const newer = by === served ? 'the served table' : by;
  return [`Envoy ${name} answers by ${table} that it has accepted, without what ${newer} takes away.`];
}

/** A sentence about an Envoy that still allows removed access; empty for other Envoys. */
function describeRemovals({ name, removalsWait }: RunningNode): readonly string[] {
  if (!removalsWait) return [];
  return [
    `Envoy ${name} still allows what the served table takes away, until it accepts that table: the table by which it answers is not known here.`,
  ];
}

/** Sentences that explain why Envoys do not have the served table, each on its own line. */
function describeEnvoys({ digest, controlPlane }: StatusReport['running']): readonly string[] {
  if (!controlPlane) return [];
  const { published, lastError, nodes } = controlPlane;
  const other = published === undefined ? 'no table' : `${published}, not the served table`;
  return [
    ...(published === digest
      ? []
      : [`Envoys get ${other}: ${lastError ?? 'the served one is not published yet.'}`]),
    ...(nodes.length === 0 ? ['No Envoy has polled it in the last ten minutes.'] : []),
    ...nodes.flatMap((node) => [...describeRestriction(node, digest), ...describeRemovals(node)]),
    ...nodes.flatMap(({ name, refused }) =>
      refused.map(
        ({ resources, names, version, since = 'an unknown time' }) =>
          `Envoy ${name} has refused version ${version} of its ${nameResources(resources, names)} since ${since}; its own log has the reason.`,
      ),
    ),
  ];
}
