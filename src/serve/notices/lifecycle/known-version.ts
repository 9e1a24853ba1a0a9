import { isJsonObject } from '#compiled/json.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { LifecycleEvent } from '#runtime/ports/notices/lifecycle.ts';
import { dateOfCommit } from '../../served/date-of-commit.ts';

/** What is known about an API version. */
export interface KnownVersion {
  readonly state: ManifestApi['state'];
  readonly sunset?: number;
  /** Its context and version: `dog_park/v1`. Absent in records of earlier versions of the gateway. */
  readonly address?: string;
  /** The names of the applications that subscribe to it. Absent in records of earlier versions of the gateway. */
  readonly subscribers?: readonly string[];
  /**
   * While it is restricted, and until it is published again, the names of the applications to which that was announced.
   * Absent in records of earlier versions of the gateway.
   */
  readonly notified?: readonly string[];
  /** The newest last. */
  readonly events: readonly LifecycleEvent[];
}

/** The versions in the text of a record, with no event after `now`; undefined if it cannot be read. */
export function readSavedVersions(text: string, now: number): ReadonlyMap<string, KnownVersion> | undefined {
  const saved = parse(text);
  if (!isJsonObject(saved) || saved['format'] !== 1 || !isJsonObject(saved['versions'])) return undefined;
  // The gateway itself wrote the file; only one of another version could have other members.
  const versions = Object.entries(saved['versions']) as unknown as readonly (readonly [
    string,
    KnownVersion,
  ])[];
  const isRead = versions.every(
    ([, version]) =>
      isJsonObject(version) && Array.isArray(version.events) && version.events.every(isJsonObject),
  );
  if (!isRead) return undefined;
  return new Map(
    versions.map(([key, version]) => [
      key,
      {
        ...version,
        events: version.events.map((event) => ({ ...event, at: dateOfCommit(event.at, now) ?? now })),
      },
    ]),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
