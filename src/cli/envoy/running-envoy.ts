import { setTimeout as delay } from 'node:timers/promises';

/**
 * The versions that a running Envoy has accepted. A version is the digest of a table; it is empty if Envoy has accepted
 * nothing.
 */
export interface AcceptedVersions {
  readonly routes: string;
  readonly limits: string;
}

/** How long an Envoy may take to load an export before the export counts as refused, in milliseconds. */
const takeoverMs = 5000;

/** The pause between two requests, in milliseconds. */
const pauseMs = 200;

/**
 * Polls the Envoy on this machine until it has accepted the export with `digest`, or has had time for that since
 * `writtenAt`. Returns the accepted versions; undefined if no Envoy responds at the port of its admin interface.
 */
export async function waitForEnvoy(
  adminPort: number,
  { digest, writtenAt }: { readonly digest: string; readonly writtenAt: number },
): Promise<AcceptedVersions | undefined> {
  const deadline = Math.min(writtenAt, Date.now()) + takeoverMs;
  for (;;) {
    const versions = await readVersions(adminPort);
    const isTaken = versions?.routes === digest && versions.limits === digest;
    if (!versions || isTaken || Date.now() >= deadline) return versions;
    await delay(pauseMs);
  }
}

async function readVersions(adminPort: number): Promise<AcceptedVersions | undefined> {
  // Envoy picks a free port, which is not known here.
  if (adminPort === 0) return undefined;
  try {
    const address = `http://127.0.0.1:${adminPort}/stats?filter=version_text`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(2000) });
    const text = await answer.text();
    const versionOf = (name: string) =>
      new RegExp(`^${name.replaceAll('.', String.raw`\.`)}\\.version_text: "(.*)"$`, 'm').exec(text)?.[1];
    const routes = versionOf('http.calls.rds.calls');
    const limits = versionOf('extension_config_discovery.http_filter.limits');
    return routes === undefined || limits === undefined ? undefined : { routes, limits };
  } catch {
    return undefined;
  }
}
