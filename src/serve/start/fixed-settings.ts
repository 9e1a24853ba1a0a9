import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { isLoopbackHost } from '../served/loopback-host.ts';

/** The settings that are read only at start, since listeners, addresses and tokens in use depend on them. */
const fixedSettings = [
  'gatewayUrl',
  'authUrl',
  'keyManagerUrl',
  'storeUrl',
  'listener',
  'admin',
  'externalAuthorization',
  'trustedProxies',
  'state',
  'limits',
  'accessLog',
  'tracing',
] as const satisfies readonly (keyof GatewaySettings)[];

/** Which fixed settings differ from those that the gateway was started with. */
export function changedFixedSettings(started: GatewaySettings, loaded: GatewaySettings): readonly string[] {
  return fixedSettings.filter(
    (name) => canonicalJson(started[name] ?? null) !== canonicalJson(loaded[name] ?? null),
  );
}

/**
 * Returns a function that puts the fixed settings in force into route tables, which keep the digests of the declared
 * ones. If the declared settings are the same object, so are those in the table.
 */
export function createSettingsKeeper(inForce: GatewaySettings): (compiled: Compiled) => Compiled {
  const fixed = Object.fromEntries(fixedSettings.map((name) => [name, inForce[name]]));
  let last: { readonly declared: GatewaySettings; readonly gateway: GatewaySettings } | undefined;
  return (compiled) => {
    const declared = compiled.manifest.gateway;
    if (last?.declared !== declared)
      last = { declared, gateway: { ...declared, ...fixed, ...followStore(declared, inForce) } };
    return { ...compiled, manifest: { ...compiled.manifest, gateway: last.gateway } };
  };
}

/** The pages about errors that are the store's own are at its address in force. */
function followStore(
  { errorDocsUrl, storeUrl: declared }: GatewaySettings,
  { storeUrl }: GatewaySettings,
): Pick<GatewaySettings, 'errorDocsUrl'> {
  if (errorDocsUrl === undefined || declared === undefined || storeUrl === undefined) return {};
  if (!errorDocsUrl.startsWith(`${declared}/store/`)) return {};
  return { errorDocsUrl: storeUrl + errorDocsUrl.slice(declared.length) };
}

/** The addresses of the listener; options override what is declared. */
export interface BoundListener {
  readonly scheme: 'http' | 'https';
  readonly port: number;
}

/** The settings in force: a URL of this machine that names the declared port follows the listener to its real one. */
export function resolveAddresses(declared: GatewaySettings, bound: BoundListener): GatewaySettings {
  const resolve = (text: string) => resolveUrl(text, declared.listener.port, bound);
  return {
    ...declared,
    gatewayUrl: resolve(declared.gatewayUrl),
    authUrl: resolve(declared.authUrl),
    keyManagerUrl: resolve(declared.keyManagerUrl),
    ...(declared.storeUrl !== undefined && { storeUrl: resolve(declared.storeUrl) }),
  };
}

function resolveUrl(text: string, declaredPort: number, { scheme, port }: BoundListener): string {
  const url = new URL(text);
  const urlPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!isLoopbackHost(url.hostname) || (declaredPort !== 0 && urlPort !== declaredPort)) return text;
  const path = url.pathname.replace(/\/$/, '');
  return `${scheme}://${url.hostname}:${port}${path}`;
}
