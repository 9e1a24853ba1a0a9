import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Digest } from '#compiled/digest.ts';
import { asJson } from '#compiled/json.ts';
import { restrictTable } from '#compiled/restriction/restrict-table.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { controlPlaneCluster } from '#export/envoy/bootstrap/control-plane-bootstrap.ts';
import type { EnvoyOptions, ServiceAddress } from '#export/envoy/envoy-options.ts';
import { exportEnvoy, exportKeys, exportProgram } from '#export/envoy/export-envoy.ts';
import { publicKeySet, SigningKeyError } from '#runtime/token/key-ring.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { openKeyRing } from '../services/open-key-ring.ts';
import type { OpenGeneratedKey } from '../served/served-generation.ts';
import type { LoadedTable } from '../served/loaded-table.ts';
import type { EnvoyExports } from './control-plane.ts';
import type { EnvoySettings } from '../served/control-plane-settings.ts';
import { type OpenControlPlane, openControlPlane } from './open-control-plane.ts';
import type { ReadEarlier } from './earlier-table-reader.ts';

/** The control plane of a gateway. */
export interface ServedEnvoys extends OpenControlPlane {
  /** Records the table that was published before a restart. */
  readonly remember: (table: LoadedTable) => Promise<void>;
  /**
   * Reads the keys of a table, and returns a function that publishes both. `hasOldSettings`: until a restart, the table
   * is served with other settings than it declares.
   */
  readonly preparePublication: (table: LoadedTable, hasOldSettings: boolean) => Promise<() => void>;
}

interface EnvoyTables {
  readonly openGeneratedKey: OpenGeneratedKey;
  readonly readEarlier: ReadEarlier;
  readonly noteInUse: (tables: ReadonlySet<Digest>) => void;
}

/**
 * Opens the control plane of a gateway, which `opened` closes. Undefined if the gateway is not a control plane. Rejects
 * with a StartupError.
 */
export async function serveEnvoys(
  options: GatewayOptions,
  settings: GatewaySettings,
  { openGeneratedKey, ...earlier }: EnvoyTables,
  opened: AsyncDisposableStack,
): Promise<ServedEnvoys | undefined> {
  if (!options.controlPlane) return undefined;
  const { envoy } = options.controlPlane;
  const exports = exportsFor(envoy, settings);
  const open = await openControlPlane(options.controlPlane, exports, { ...options, ...earlier }, opened);
  const { controlPlane } = open;
  const readKeys = envoy.keyManager ? namesOfFetched(envoy.keyManager) : keysWith(openGeneratedKey);
  return {
    ...open,
    remember: async (table) => {
      try {
        controlPlane.remember(table.compiled, await readKeys(table));
      } catch (error) {
        // Without its keys, the table cannot be published again; Envoys that have it are still recognized by its
        // digest.
        if (!(error instanceof SigningKeyError)) throw error;
      }
    },
    preparePublication: async (table, hasOldSettings) => {
      const keySet = await readKeys(table);
      return () => controlPlane.publish(table.compiled, table.committedAt, keySet, hasOldSettings);
    },
  };
}

/** Returns a function that reads the public keys of a table, for a process that is its own key manager. */
function keysWith(openGeneratedKey: OpenGeneratedKey) {
  return async ({ compiled, secrets }: LoadedTable): Promise<string> =>
    publicKeySet(await openKeyRing(compiled.manifest.gateway.token, secrets.secretOf, openGeneratedKey));
}

/**
 * Returns a function that identifies the keys that Envoys fetch: by the key manager's address and the declared keys, so
 * that Envoys fetch them again when either changes.
 */
function namesOfFetched(keyManager: ServiceAddress) {
  return async ({ compiled }: LoadedTable): Promise<string> => {
    const declared = compiled.manifest.gateway.token.signingKeys.map(({ key }) => asJson(key));
    return canonicalJson({ keyManager: asJson(keyManager), declared });
  };
}

function exportsFor(
  { listen, tls, keyManager, ...envoy }: EnvoySettings,
  { listener }: GatewaySettings,
): EnvoyExports {
  const { host, port } = listen ?? listener;
  const shared: Omit<EnvoyOptions, 'keys'> = {
    ...envoy,
    listener: { host, port, tls },
    discovery: { cluster: controlPlaneCluster },
  };
  const keysOf = (keySet: string) => (keyManager ? { keyManager } : { keySet });
  return {
    exportTable: (table, keySet) => exportEnvoy(table, { ...shared, keys: keysOf(keySet) }),
    exportKeys: (table, keySet) => exportKeys(table, { keys: keysOf(keySet) }),
    restrictTable,
    exportProgram,
  };
}
