import { apiKey } from '#compiled/api-key.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { unlessUnavailable } from '../usage/usage-counts.ts';
import type { Portal, PortalServices } from '../visit/portal.ts';
import { RememberedReadings } from './remembered-readings.ts';

const remembered = new WeakMap<PortalServices, RememberedReadings<Seconds | undefined>>();

/** When an API version last changed on the branch that is served; undefined if that is not known soon. */
export async function readLastChangeSoon(
  { services }: Portal,
  entry: ManifestApi,
): Promise<Seconds | undefined> {
  const known = remembered.get(services) ?? new RememberedReadings(services.clock);
  remembered.set(services, known);
  const key = apiKey(entry);
  return known.readSoon(key, () => unlessUnavailable(services.readLastChange(key)));
}
