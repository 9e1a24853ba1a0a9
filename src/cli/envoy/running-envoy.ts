import { setTimeout as delay } from 'node:timers/promises';

/** The versions of what a running Envoy has accepted, which are the digests of tables; empty if it has nothing. */
export interface AcceptedVersions {
  readonly routes: string;
  readonly limits: string;
}

/** How long an Envoy may take to take over an export before it counts as refused, in milliseconds. */
const takeoverMs = 5000;

/** Between two questions, in milliseconds. */
const pauseMs = 200;

/**
 * Asks the Envoy on this machine what it has accepted, again until it has an export that was written at a time or would have had the time to
 * take it over. Undefined if none answers at the port of its admin interface.
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
  // Envoy chooses a port by itself.
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
