import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Digest } from '#compiled/digest.ts';
import { boundHeap } from '#platform/bound-heap.ts';
import { createSecretResolver } from '#platform/keys/secret-resolver.ts';
import { systemClock } from '#platform/system-clock.ts';
import { describeMetrics } from '../admin/metrics-page.ts';
import { serveEnvoys } from '../control-plane/serve-envoys.ts';
import { type GatewayOptions, type RunningGateway, folderOf } from '../served/gateway-options.ts';
import { createSettingsKeeper } from './fixed-settings.ts';
import { failReload, type LoadContext, reloadGeneration } from './load-generation.ts';
import { Serving } from '../served/serving.ts';
import { openListeners } from './open-listeners.ts';
import { unavailableReporter } from '../observability/report-unavailable.ts';
import { openAccess, openAudit } from '../observability/open-logs.ts';
import { OperatorMetrics } from '../observability/operator-metrics.ts';
import { readSigningKeyTimes } from '../observability/signing-key-times.ts';
import { auditProposals } from '../proposals/audit-proposals.ts';
import { openProposals } from '../proposals/open-proposals.ts';
import { openStateFolder } from '../services/lock-state-folder.ts';
import { openFailedLogins } from '../services/open-failed-logins.ts';
import { openGrantPages } from '../admin/open-grant-pages.ts';
import { holdOwnKey, holdOwnKeyFile } from '../services/open-key-ring.ts';
import { openUsage } from '../services/open-usage.ts';
import { countApplicationCalls, recordUsage } from '../observability/record-usage.ts';
import { locateFailures } from '../sources/secret-references.ts';
import { coalesce } from '#platform/files/coalesce.ts';
import { loadFirst, readFirstTable } from './read-first-table.ts';

import { messageOf } from '../served/startup-error.ts';
import { openServers } from './open-servers.ts';
import { openTableSource } from '../sources/thread/open-table-source.ts';

export type { GatewayOptions, RunningGateway } from '../served/gateway-options.ts';

/**
 * Starts a gateway: reads its table, opens its listeners, and reloads at every change of its sources. Rejects with a
 * StartupError if it fails, and with the reason of `stop` if that ends it; then it leaves nothing open.
 */
export async function startGateway(given: GatewayOptions, stop?: AbortSignal): Promise<RunningGateway> {
  try {
    return await openGateway(given, stop);
  } catch (error) {
    // Whatever fails then has been interrupted.
    stop?.throwIfAborted();
    throw error;
  }
}

async function openGateway(given: GatewayOptions, stop?: AbortSignal): Promise<RunningGateway> {
  await using opened = new AsyncDisposableStack();
  const serving = opened.adopt(new Serving(), ({ generation }) => generation?.gateway.usage.retire());
  const metrics = new OperatorMetrics({ serving, clock: systemClock });
  const options = { ...given, report: metrics.noting(given.report) };
  const { stateFolder, report } = options;
  await openStateFolder(stateFolder);
  // Closed after everything that writes into it, since resources are closed in reverse order.
  const audit = metrics.counting(openAudit(options, opened));
  const started = Promise.withResolvers<LoadContext>();
  const reloads = coalesce(async () => {
    const context = await started.promise;
    await metrics.timeReload(() => reloadSource(context));
  });
  const source = await openTableSource(options, reloads.trigger, opened, stop);
  serving.remote = source.remote;
  const stopReading = () => source.stop();
  stop?.addEventListener('abort', stopReading);
  // Envoys may still have it.
  const before = options.controlPlane && (await source.readLastGood());
  const first = await readFirstTable(options, source);
  stop?.throwIfAborted();
  stop?.removeEventListener('abort', stopReading);
  const declared = first.table.compiled.manifest.gateway;
  const writeLines = openAccess(declared, options, metrics, opened);
  const resolveSecret = locateFailures(
    createSecretResolver(folderOf(options.source), process.env),
    (reference) => source.describePlace(reference),
  );
  const base = { clock: systemClock, resolveSecret, stateFolder };
  const failedLogins = await openFailedLogins(declared.state, { ...base, report }, opened);
  const recorder = openUsage(declared, { ...base, report, deployment: options.deployment }, opened);
  const applicationCalls = countApplicationCalls(serving);
  const usage = recordUsage(recorder, applicationCalls, serving);
  const { compareVersions, report: readReport } = source;
  const served = () => serving.table?.manifest.gateway;
  const askProposals = auditProposals(openProposals(options, served, opened), audit, served);
  const asked = { compareVersions, readReport, askProposals };
  const warn = (message: string) => report({ type: 'warning', message });
  const reportUnavailable = unavailableReporter(warn, systemClock);
  const calls = { audit, resolveSecret, failedLogins, usage, reportUnavailable, ...asked };
  const readOwnKey = holdOwnKeyFile(ownKeyFile(stateFolder));
  const openOwnKey = holdOwnKey(ownKeyFile(stateFolder), readOwnKey);
  const serversContext = { ...calls, serving, writeLines, readOwnKey, openOwnKey };
  const servers = openServers(options, serversContext, opened);
  serving.workers = servers.workers;
  const grants = await openGrantPages({ declared, serving, servers, audit, ...base }, opened);
  const shown = { serving, servers, metrics: describeMetrics(metrics, servers, applicationCalls), grants };
  const listeners = await openListeners(declared, options, base, shown, opened);
  const { settings, adminUrl, authorizationUrl, caFile, certificate } = listeners;
  if (certificate !== undefined) metrics.watchCertificate(certificate);
  metrics.watchSigningKeys(() =>
    readSigningKeyTimes((served() ?? declared).token, folderOf(options.source), ownKeyFile(stateFolder)),
  );
  const keepSettings = createSettingsKeeper(settings);
  const readEarlier = async (table: Digest) => {
    const compiled = await source.readEarlier(table);
    return compiled && keepSettings(compiled);
  };
  const noteInUse = (tables: ReadonlySet<Digest>) => source.noteInUse(tables);
  const earlierTables = { openOwnKey, readEarlier, noteInUse };
  const envoys = await serveEnvoys(options, settings, earlierTables, opened);
  if (envoys) metrics.watchControlPlane(envoys);
  serving.controlPlane = envoys?.controlPlane;
  if (before && 'compiled' in before)
    await envoys?.remember({ ...before, compiled: keepSettings(before.compiled) });
  const loaded = { serving, servers, source, audit, clock: systemClock, declared, keepSettings, report };
  const context = { ...loaded, ...(envoys && { preparePublication: envoys.preparePublication }) };
  await loadFirst(context, options, first);
  boundHeap();
  await servers.listen();
  started.resolve(context);
  opened.defer(() => {
    // A reload under way may wait for files for long.
    source.stop();
    return reloads.stop();
  });
  const listening = {
    gatewayUrl: settings.gatewayUrl,
    adminUrl,
    ...(authorizationUrl !== undefined && { authorizationUrl }),
  };
  const digest = serving.table?.digest ?? first.table.compiled.digest;
  const store = settings.storeUrl === undefined ? {} : { storeUrl: `${settings.storeUrl}/store` };
  const polled = envoys && { controlPlaneUrl: envoys.url };
  report({ type: 'listening', ...listening, ...store, ...polled, digest, ...(caFile ? { caFile } : {}) });
  const resources = opened.move();
  const reload = () => {
    source.look();
    listeners.reloadTls();
    envoys?.reloadTls();
  };
  return { ...listening, reload, close: () => closeGateway(context, options, resources) };
}

/** Load balancers must see that it is closing before it refuses calls. */
async function closeGateway(
  { serving, servers }: LoadContext,
  { drainMs = 0 }: GatewayOptions,
  resources: AsyncDisposableStack,
): Promise<void> {
  serving.isDraining = true;
  servers.drain();
  if (drainMs > 0) await delay(drainMs);
  await resources.disposeAsync();
}

function ownKeyFile(stateFolder: string): string {
  return join(stateFolder, 'signing-key.pem');
}

/** Never rejects: on any error, the previous table is still served. */
async function reloadSource(context: LoadContext): Promise<void> {
  try {
    const reading = await context.source.read();
    if (reading.ok) await reloadGeneration(context, reading.table, reading.held, reading.commit);
    else failReload(context, reading.failure);
  } catch (error) {
    if (context.serving.isDraining) return;
    failReload(context, { message: messageOf(error), diagnostics: [] });
  }
}
