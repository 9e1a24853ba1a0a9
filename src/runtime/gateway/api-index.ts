import type { ServedApi } from './served-api.ts';

/** The served APIs by what a call can name them with. */
export interface ApiIndex {
  /** By context and version: `dog_park/v1`. */
  readonly byAddress: ReadonlyMap<string, ServedApi>;
  /** The highest published version by context. */
  readonly latest: ReadonlyMap<string, ServedApi>;
}

/** Indexes the APIs of a generation. One that is only created is not served. */
export function indexApis(apis: readonly ServedApi[]): ApiIndex {
  const byAddress = new Map<string, ServedApi>();
  const latest = new Map<string, ServedApi>();
  for (const api of apis) {
    const { context, version, state } = api.manifest;
    if (state !== 'created') byAddress.set(`${context}/${version}`, api);
    if (state === 'published' && isLater(api, latest.get(context))) latest.set(context, api);
  }
  return { byAddress, latest };
}

/** Versions are numbers, part by part, with or without a leading v: v2 < v10, 1.2 < 1.10. */
function isLater(api: ServedApi, other: ServedApi | undefined): boolean {
  if (!other) return true;
  const parts = versionParts(api);
  const otherParts = versionParts(other);
  for (let index = 0; index < Math.max(parts.length, otherParts.length); index++) {
    const difference = (parts[index] ?? 0) - (otherParts[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function versionParts({ manifest }: ServedApi): readonly number[] {
  return manifest.version.replace(/^v/, '').split('.').map(Number);
}
