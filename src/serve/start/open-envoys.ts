import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { StatusPage } from '../admin/status-page.ts';
import { type ServedEnvoys, serveEnvoys } from '../control-plane/serve-envoys.ts';
import type { OpenIdentity } from './open-identity.ts';
import type { OpenState } from './open-state.ts';
import type { OpenTables } from './open-tables.ts';

/** The settings that a control plane publishes, and the page that shows its Envoys. */
interface PublishedSettings {
  readonly settings: GatewaySettings;
  /** Replaces the fixed settings of a table by `settings`. */
  readonly keepSettings: (compiled: Compiled) => Compiled;
  readonly status: StatusPage;
}

/**
 * Opens the control plane with the table that Envoys may have from before the start; `opened` closes it. Undefined if
 * the gateway is not a control plane. Rejects with a StartupError.
 */
export async function openEnvoys(
  { options, metrics }: OpenState,
  { source, lastGood }: OpenTables,
  { openGeneratedKey }: OpenIdentity,
  { settings, keepSettings, status }: PublishedSettings,
  opened: AsyncDisposableStack,
): Promise<ServedEnvoys | undefined> {
  const tables = {
    openGeneratedKey,
    readEarlier: async (table: Digest) => {
      const compiled = await source.readEarlier(table);
      return compiled && keepSettings(compiled);
    },
    noteInUse: (inUse: ReadonlySet<Digest>) => source.noteInUse(inUse),
  };
  const envoys = await serveEnvoys(options, settings, tables, opened);
  if (!envoys) return undefined;
  metrics.watchControlPlane(envoys);
  status.watchControlPlane(envoys.controlPlane);
  if (lastGood && 'compiled' in lastGood)
    await envoys.remember({ ...lastGood, compiled: keepSettings(lastGood.compiled) });
  return envoys;
}
