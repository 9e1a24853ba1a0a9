import { isDigest, type Digest } from '#compiled/digest.ts';

/** How far apart the clocks of control planes may be, in milliseconds. */
export const maxSkewMs = 60_000;

/** The version of a node's resources: their digest, and when they were published. */
export interface ResourceVersion {
  readonly digest: Digest;
  /** When they were published, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** The unrestricted table that a program belongs to; absent for all other resources. */
  readonly table?: Digest;
  /** The restricted table that a program belongs to; absent for all other resources. */
  readonly restriction?: Restriction;
  /** For keys: the keys that they replaced. A control plane that still publishes the replaced keys is behind. */
  readonly replaced?: ReplacedKeys;
}

/** Keys that were replaced: the digest of their set, and when they were first published. */
export interface ReplacedKeys {
  readonly digest: Digest;
  /** When they were published, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
}

/** The parts of a restricted table: an earlier table, and the newer table whose removals are applied to it. */
export interface Restriction {
  readonly table: Digest;
  readonly by: Digest;
}

/** The table that a control plane published last. */
export interface PublishedVersion extends ResourceVersion {
  /**
   * The time of the commit that the table was read from, in milliseconds since 1970-01-01T00:00:00Z; absent without a
   * commit.
   */
  readonly committedAt?: number;
  /** The public keys that were published with the table; absent if an earlier version of Gatewright published it. */
  readonly keys?: ResourceVersion;
}

/**
 * Renders a version for `version_info`: `sha256:…@2026-01-31T12:00:00.000Z`. A program's table follows, or both tables
 * of a restriction, or the replaced keys in the same form.
 */
export function renderVersion({ digest, since, table, restriction, replaced }: ResourceVersion): string {
  const tables = restriction ? [restriction.table, restriction.by] : [table ?? []].flat();
  const keys = replaced ? ` ${renderVersion(replaced)}` : '';
  return `${[`${digest}@${new Date(since).toISOString()}`, ...tables].join(' ')}${keys}`;
}

/** The table that a program was built from; undefined if its version does not name one. */
export function tableOf({ table, restriction }: ResourceVersion): Digest | undefined {
  return restriction?.table ?? table;
}

/** A version that no control plane sent. No resources have this digest. */
const strange: ResourceVersion = { digest: 'sha256:', since: 0 };

/** Whether a version was not sent by any control plane. */
export function isStrange({ digest }: Pick<ResourceVersion, 'digest'>): boolean {
  return digest === strange.digest;
}

/** Parses the version in a poll. Undefined if it is empty, which means that the Envoy has nothing. */
export function parseVersion(text: string): ResourceVersion | undefined {
  if (text === '') return undefined;
  const [digest, rest = '', replacedDate = ''] = text.split('@');
  const [date = '', ...tables] = rest.split(' ');
  const since = Date.parse(date);
  if (!isDigest(digest) || Number.isNaN(since)) return strange;
  if (replacedDate !== '') return { digest, since, ...parseReplaced(tables, replacedDate) };
  return { digest, since, ...parseTables(tables) };
}

function parseReplaced([digest]: readonly string[], date: string): Pick<ResourceVersion, 'replaced'> {
  const since = Date.parse(date);
  return isDigest(digest) && !Number.isNaN(since) ? { replaced: { digest, since } } : {};
}

function parseTables([table, by]: readonly string[]): Pick<ResourceVersion, 'table' | 'restriction'> {
  if (!isDigest(table)) return {};
  return isDigest(by) ? { restriction: { table, by } } : { table };
}
