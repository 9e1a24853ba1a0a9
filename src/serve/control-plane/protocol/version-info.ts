import { isDigest, type Digest } from '#compiled/digest.ts';

/** How far apart the clocks of control planes may be, in milliseconds. */
export const maxSkewMs = 60_000;

/** The version of the resources that a node has: what they are, and since when that was published. */
export interface ResourceVersion {
  readonly digest: Digest;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** Of a program: its table, unless that is restricted. */
  readonly table?: Digest;
  /** Of the program of a restricted table. */
  readonly restriction?: Restriction;
  /** Of keys: the ones that they replaced, by which it is known that they are not those of before that. */
  readonly replaced?: ReplacedKeys;
}

/** Keys that others have replaced: the digest of their set, and since when they counted as known. */
export interface ReplacedKeys {
  readonly digest: Digest;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
}

/** What a restricted table is made of: an earlier table, and the newer one whose removals it has. */
export interface Restriction {
  readonly table: Digest;
  readonly by: Digest;
}

/** The table that a control plane has published last. */
export interface PublishedVersion extends ResourceVersion {
  /** The time of the commit that it was read from, if it was, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly committedAt?: number;
  /** The public keys that were published with it; absent if an earlier version published it. */
  readonly keys?: ResourceVersion;
}

/**
 * As `sha256:…@2026-01-31T12:00:00.000Z`, in `version_info`; the digest of the table of a program follows, or those of both
 * tables of a restriction, or the replaced keys in the same form.
 */
export function renderVersion({ digest, since, table, restriction, replaced }: ResourceVersion): string {
  const tables = restriction ? [restriction.table, restriction.by] : [table ?? []].flat();
  const keys = replaced ? ` ${renderVersion(replaced)}` : '';
  return `${[`${digest}@${new Date(since).toISOString()}`, ...tables].join(' ')}${keys}`;
}

/** The table that a program was made of, if its version names that. */
export function tableOf({ table, restriction }: ResourceVersion): Digest | undefined {
  return restriction?.table ?? table;
}

/** What no control plane has sent; no resources have this digest. */
const strange: ResourceVersion = { digest: 'sha256:', since: 0 };

/** Whether no control plane has sent a version. */
export function isStrange({ digest }: Pick<ResourceVersion, 'digest'>): boolean {
  return digest === strange.digest;
}

/** The version in a poll; undefined if it is empty, which means that the Envoy has nothing. */
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
