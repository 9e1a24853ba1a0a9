import type { Compiled } from '#compiled/compiled.ts';
import { hideDigests } from '#compiled/hide-digests.ts';
import { tableFormat } from '#compiled/manifest.ts';
import { CommandError } from '../command-error.ts';
import { readVersion } from '../read-version.ts';
import type { AdminClient } from './admin-client.ts';
import { askStatus } from './ask-gateway.ts';
import { compileCommit, type ExpectedSources, type ExpectedTable } from './expected-sources.ts';
import { readRunningTable, type RunningTable } from './read-running-table.ts';
import { relateCommits, type CommitRelation } from './relate-commits.ts';
import type { RunningGateway } from './running-gateway.ts';
import type { StatusDifference, StatusReport } from './status-report.ts';

/** The two sides to compare. */
interface Compared {
  readonly client: AdminClient;
  readonly sources: ExpectedSources;
  readonly expected: ExpectedTable;
}

/** How often to retry if the gateway reloads while its table is read. */
const maxAttempts = 3;

/** Compares a running gateway with what it is expected to serve. Throws a CommandError if that cannot be determined. */
export async function compareRunning(compared: Compared): Promise<StatusReport> {
  for (let attempt = 1; ; attempt++) {
    const running = await askServing(compared);
    const { compiled } = compared.expected;
    if (!compiled)
      return report(compared, running, {
        reason: `What ${compared.sources.name} declares does not compile.`,
      });
    if (running.digest === compiled.digest) return report(compared, running);
    const table = await findRunningTable(compared, compiled, running);
    if (table !== 'changed') return report(compared, running, table);
    if (attempt < maxAttempts) continue;
    return report(compared, running, { reason: 'Its table was replaced repeatedly while it was read.' });
  }
}

type ServingGateway = StatusReport['running'];

async function askServing({ client, expected }: Compared): Promise<ServingGateway> {
  const { shown } = client.address;
  const running = await askStatus(client);
  const { deployment } = expected;
  if (running.deployment !== deployment) {
    const message = `${shown} serves the deployment ${running.deployment}, not ${deployment}.`;
    throw new CommandError(message, 'Set the deployment with --deployment, or another address with --url.');
  }
  checkFormat(running, shown);
  const { digest } = running;
  if (digest === undefined) throw new CommandError(`${shown} does not serve a table yet.`);
  return { ...running, digest };
}

function checkFormat({ tableFormat: format = tableFormat, version }: RunningGateway, shown: string) {
  if (format === tableFormat) return;
  const release = version === undefined ? 'the release that runs there' : `gatewright ${version}`;
  throw new CommandError(
    `${shown} uses route tables of format ${format}, and this version writes format ${tableFormat}.`,
    `Compare with ${release}.`,
  );
}

/** The table that the gateway shows or, if it shows none, the compiled commit that it reports. */
async function findRunningTable(
  { client, sources, expected }: Compared,
  compiled: Compiled,
  running: ServingGateway,
): Promise<RunningTable> {
  const shown: RunningTable =
    running.tableFormat === undefined
      ? { reason: 'The version of the gateway does not support showing its table.' }
      : await readRunningTable(client, running.digest, compiled.apis);
  const commit = running.source?.commit;
  if (shown === 'changed' || 'table' in shown || commit === undefined) return shown;
  const table = await compileCommit(sources, commit, expected.deployment);
  return table?.digest === running.digest ? { table: withoutDigests(table) } : shown;
}

async function report(
  { client, sources, expected: { compiled } }: Compared,
  running: ServingGateway,
  table?: Exclude<RunningTable, 'changed'>,
): Promise<StatusReport> {
  const { name, commit, repository } = sources;
  const served = running.source?.commit;
  const relation =
    commit !== undefined && served !== undefined
      ? await relateCommits(repository.folder, served, commit)
      : undefined;
  const difference = table && (await explain(table, compiled, relation));
  return {
    url: client.address.shown,
    running,
    version: readVersion(),
    expected: {
      name,
      ...(commit !== undefined && { commit }),
      ...(compiled && { digest: compiled.digest }),
    },
    isSame: !difference && isInForce(running),
    ...(relation && { relation }),
    ...(difference && { difference }),
  };
}

function isInForce({ digest, workers = [], restartNeeded, controlPlane }: ServingGateway): boolean {
  const tables = [
    ...workers.map((worker) => worker ?? digest),
    ...(controlPlane ? [controlPlane.published, ...controlPlane.nodes.map(({ accepted }) => accepted)] : []),
  ];
  return restartNeeded.length === 0 && tables.every((table) => table === digest);
}

async function explain(
  running: Exclude<RunningTable, 'changed'>,
  compiled: Compiled | undefined,
  relation: CommitRelation | undefined,
): Promise<StatusDifference> {
  if ('reason' in running) return running;
  if (!compiled) throw new Error('a table was compared with none');
  const { plan } = await import('#compiler/plan/plan.ts');
  const [table, wanted] = [running.table, withoutDigests(compiled)];
  try {
    const { changes } = plan(table, wanted);
    return relation?.kind === 'ahead' ? { changes, beyond: plan(wanted, table).changes } : { changes };
  } catch (error) {
    // The server may have put anything into what has the outline of a table.
    return { reason: `Its table cannot be compared (${String(error)}).` };
  }
}

/** In the form in which a gateway shows its table, for the comparison. */
function withoutDigests(table: Compiled): Compiled {
  return { ...table, manifest: hideDigests(table.manifest) };
}
