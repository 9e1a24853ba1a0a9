import type { Compiled } from '#compiled/compiled.ts';
import { hideDigests } from '#compiled/hide-digests.ts';
import { tableFormat, isManifest, type Manifest } from '#compiled/manifest.ts';
import { CommandError } from '../command-error.ts';
import { readVersion } from '../read-version.ts';
import { type AdminClient, pagesAtOnce } from './admin-client.ts';
import { fetchStatus, fetchPage } from './gateway-pages.ts';
import { compileCommit, type ExpectedSources, type ExpectedTable } from './expected-sources.ts';
import { relateCommits, type CommitRelation } from './relate-commits.ts';
import { type RunningGateway, parseJsonObject } from './running-gateway.ts';
import type { StatusDifference, StatusReport } from './status-report.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { digestOf, isDigest, type Digest } from '#compiled/digest.ts';
import { findStructuralViolations } from '#compiled/invariants.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';

/**
 * The table of a running gateway without the digests of its secrets; `changed` if it was replaced while it was read; or
 * a sentence that explains why it cannot be read.
 */
type RunningTable = { readonly table: Compiled } | 'changed' | { readonly reason: string };

type Parts = ReadonlyMap<Digest, CompiledApi>;

/** The two sides to compare. */
interface Compared {
  readonly client: AdminClient;
  readonly sources: ExpectedSources;
  readonly expected: ExpectedTable;
}

/** The maximum number of attempts if the gateway reloads while its table is read. */
const maxAttempts = 3;

/**
 * Compares a running gateway with its expected sources. Throws a CommandError if the gateway's status cannot be read,
 * or if the gateway serves another deployment.
 */
export async function compareRunning(compared: Compared): Promise<StatusReport> {
  for (let attempt = 1; ; attempt++) {
    const running = await fetchServing(compared);
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

async function fetchServing({ client, expected }: Compared): Promise<ServingGateway> {
  const { shown } = client.address;
  const running = await fetchStatus(client);
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

/** The table that the gateway shows; if it shows none, the table compiled from the commit that it reports. */
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
    // The response has the structure of a table, but can contain any values.
    return { reason: `Its table cannot be compared (${String(error)}).` };
  }
}

/** A table without the digests of secrets, as a gateway shows it, so that both sides can be compared. */
function withoutDigests(table: Compiled): Compiled {
  return { ...table, manifest: hideDigests(table.manifest) };
}

/** Reads the table with a digest; known parts are not requested. */
async function readRunningTable(client: AdminClient, expected: Digest, known: Parts): Promise<RunningTable> {
  const { status, body } = await fetchPage(client, 'table');
  if (status !== 200) return { reason: whyHidden(status) };
  const { digest, manifest } = parseJsonObject(body) ?? {};
  if (!isDigest(digest) || !isSound(manifest)) return { reason: 'Its /table response is not a route table.' };
  if (digest !== expected) return 'changed';
  const wanted = new Set(manifest.apis.map(({ part }) => part));
  const apis = await readParts([...wanted], async (part) => known.get(part) ?? readPart(client, part));
  if (!apis) return 'changed';
  const table = { manifest, apis, digest };
  const [violation] = findStructuralViolations(table);
  return violation === undefined
    ? { table }
    : { reason: `Its /table response is not a route table: ${violation}` };
}

function whyHidden(status: number): string {
  if (status === 404) return 'The version of the gateway does not support showing its table.';
  if (status === 403)
    return 'The gateway shows its table only on its own machine; run the command there, or through a tunnel that ends there.';
  return `The gateway does not show its table: it returned ${status}.`;
}

function isSound(value: Json | undefined): value is Json & Manifest {
  if (!isManifest(value)) return false;
  return (value.format as number) === tableFormat && isJsonObject(value.gateway);
}

/** The parts by digest; undefined if a part is no longer available. */
async function readParts(
  wanted: readonly Digest[],
  read: (part: Digest) => Promise<CompiledApi | undefined>,
): Promise<Parts | undefined> {
  const parts = new Map<Digest, CompiledApi>();
  const left = wanted.values();
  const readOneByOne = async (): Promise<void> => {
    for (const digest of left) {
      const part = await read(digest);
      if (part) parts.set(digest, part);
      else return;
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, readOneByOne));
  return parts.size === wanted.length ? parts : undefined;
}

async function readPart(client: AdminClient, digest: Digest): Promise<CompiledApi | undefined> {
  const { status, body } = await fetchPage(client, `table/parts/${digest}`);
  const part = status === 200 ? parseJsonObject(body) : undefined;
  const isWhole = part && digestOf(canonicalJson(part)) === digest;
  // The digest shows that the part is one that the compiler wrote.
  return isWhole ? (part as unknown as CompiledApi) : undefined;
}
