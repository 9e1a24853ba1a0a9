import { nameResources } from '../../envoy/name-resources.ts';
import type { RunningNode } from '../running-gateway.ts';
import type { StatusReport } from '../status-report.ts';
import { printable } from '../../views/display-width.ts';
import { renderTable } from '../../views/render-table.ts';

/** The Envoys of a control plane, a row each. */
export function renderEnvoys({ running: { digest, controlPlane } }: StatusReport): readonly string[] {
  if (!controlPlane || controlPlane.nodes.length === 0) return [];
  const rows = controlPlane.nodes.map((node) =>
    [node.name, describeAccepted(node, digest), node.polledAt ?? 'never'].map(printable),
  );
  return renderTable([['Envoy', 'Has', 'Last poll'], ...rows]);
}

/** Of a digest, in a table. */
const shownDigits = 'sha256:'.length + 12;

function describeAccepted({ accepted, restricted }: RunningNode, served: string): string {
  if (accepted === undefined) return 'parts of several tables, or another one';
  const shown = accepted === served ? 'the served table' : accepted.slice(0, shownDigits);
  return restricted ? `${shown}, restricted` : shown;
}

/** A sentence, or none. */
function describeRestriction({ name, restricted }: RunningNode, served: string): readonly string[] {
  if (!restricted) return [];
  const { digest, by = 'another table' } = restricted;
  const table = digest ? `the table ${digest}: the one` : 'the table';
  const newer = by === served ? 'the served table' : by;
  return [`Envoy ${name} answers by ${table} that it has accepted, without what ${newer} takes away.`];
}

/** A sentence, or none. */
function describeRemovals({ name, removalsWait }: RunningNode): readonly string[] {
  if (!removalsWait) return [];
  return [
    `Envoy ${name} still allows what the served table takes away, until it accepts that table: the table by which it answers is not known here.`,
  ];
}

/** Why Envoys do not have the served table: sentences, each on its own line. */
export function describeEnvoys({ digest, controlPlane }: StatusReport['running']): readonly string[] {
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
