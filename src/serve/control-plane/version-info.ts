import { isDigest, type Digest } from '../../compiled/digest.ts';

/** How far apart the clocks of control planes may be, in milliseconds. */
export const maxSkewMs = 60_000;

/** The version of the resources that a node has: what they are, and since when that was published. */
export interface ResourceVersion {
  readonly digest: Digest;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
}

/** The table that a control plane has published last. */
export interface PublishedVersion extends ResourceVersion {
  /** The time of the commit that it was read from, if it was, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly committedAt?: number;
  /** The public keys that were published with it; absent if Envoys fetch them. */
  readonly keys?: ResourceVersion;
}

/** As `sha256:…@2026-01-31T12:00:00.000Z`, in `version_info`. */
export function renderVersion({ digest, since }: ResourceVersion): string {
  return `${digest}@${new Date(since).toISOString()}`;
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
  const [digest, date = ''] = text.split('@');
  const since = Date.parse(date);
  return isDigest(digest) && !Number.isNaN(since) ? { digest, since } : strange;
}
