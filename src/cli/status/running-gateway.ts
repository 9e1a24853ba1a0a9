import { isDigest, type Digest } from '#compiled/digest.ts';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';

/** The content of a gateway's `/status`; older releases omit some fields. */
export interface RunningGateway {
  /** The digest of the table that it serves; undefined before the first table. */
  readonly digest: Digest | undefined;
  readonly deployment: string;
  /** When it began to serve that table, as an ISO date. */
  readonly loadedAt: string | undefined;
  readonly apis: number | undefined;
  readonly version: string | undefined;
  /** The format of its tables; undefined for a release that does not show its table. */
  readonly tableFormat: number | undefined;
  /** Why its current sources are not served, and the locations of the errors; undefined if they are served. */
  readonly lastError: RunningFailure | undefined;
  /** The declarations that it holds back because of errors; empty for an older release. */
  readonly heldBack: readonly RunningPart[];
  /** The settings of its table that wait for a restart. */
  readonly restartNeeded: readonly string[];
  /**
   * The table that each worker serves, undefined for a worker that is restarting; undefined if there are no workers.
   */
  readonly workers: readonly (Digest | undefined)[] | undefined;
  /** The remote source that it follows; undefined if its sources are on its machine. */
  readonly source: RunningSource | undefined;
  /** The tables that it offers to Envoys, and those that the Envoys have; undefined if it is not a control plane. */
  readonly controlPlane: RunningControlPlane | undefined;
}

export interface RunningControlPlane {
  /** The table that Envoys get. */
  readonly published: Digest | undefined;
  /** Why a newer table is not published. */
  readonly lastError: string | undefined;
  readonly nodes: readonly RunningNode[];
}

/** An Envoy that has polled recently. */
export interface RunningNode {
  readonly name: string;
  /**
   * The table that it has; undefined if it has parts of several tables, or a table that the control plane does not
   * know.
   */
  readonly accepted: Digest | undefined;
  /** Present if it serves the accepted table without the access that a newer table removes. */
  readonly restricted: RestrictedTable | undefined;
  /** Whether it still allows access that the served table removes. */
  readonly removalsWait: boolean;
  /** As an ISO date. */
  readonly polledAt: string | undefined;
  readonly refused: readonly RefusedResources[];
}

interface RestrictedTable {
  /** The digest of the table that its responses name; undefined if the control plane does not know the table. */
  readonly digest: Digest | undefined;
  /** The table whose removals it applies. */
  readonly by: Digest | undefined;
}

interface RefusedResources {
  /** The service of the resources: `clusters`. */
  readonly resources: string;
  /** Empty if all resources of the service are refused; the name of a secret contains its files. */
  readonly names: readonly string[];
  readonly version: string;
  readonly since: string | undefined;
}

interface RunningFailure {
  readonly message: string;
  /** The locations of errors, each as `FILE:LINE:COLUMN message`. */
  readonly places: readonly string[];
}

interface RunningPart {
  readonly kind: string;
  readonly name: string;
  /** As an ISO date. */
  readonly since: string | undefined;
  /** `FILE:LINE:COLUMN`. */
  readonly place: string;
  readonly message: string;
}

interface RunningSource {
  readonly url: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly checkedAt: string | undefined;
  /** Why the last check of the source failed. */
  readonly lastError: string | undefined;
}

/** Parses a `/status` page; undefined if it is not that of a gateway. */
export function parseStatus(body: string): RunningGateway | undefined {
  const status = parseJsonObject(body);
  const digest = status?.['digest'];
  const deployment = textOf(status?.['deployment']);
  if (!status || deployment === undefined || (digest !== null && !isDigest(digest))) return undefined;
  return {
    digest: digest ?? undefined,
    deployment,
    loadedAt: textOf(status['loadedAt']),
    apis: numberOf(status['apis']),
    version: textOf(status['version']),
    tableFormat: numberOf(status['tableFormat']),
    lastError: readFailure(objectOf(status['lastError'])),
    heldBack: listOf(status['heldBack']).map((part) => readPart(objectOf(part) ?? {})),
    restartNeeded: listOf(status['restartNeeded']).filter(isText),
    workers: readWorkers(status['workers']),
    source: readSource(objectOf(status['source'])),
    controlPlane: readControlPlane(objectOf(status['controlPlane'])),
  };
}

/** Parses a JSON object; undefined for any other text. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    return objectOf(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

function readFailure(failure: JsonObject | undefined): RunningFailure | undefined {
  const message = textOf(failure?.['message']);
  if (!failure || message === undefined) return undefined;
  const places = listOf(failure['places']).map((place) => {
    const { place: at, message: what } = objectOf(place) ?? {};
    return `${textOf(at) ?? '?'} ${textOf(what) ?? ''}`.trim();
  });
  return { message, places };
}

function readPart({ kind, name, since, place, message }: JsonObject): RunningPart {
  return {
    kind: textOf(kind) ?? '?',
    name: textOf(name) ?? '?',
    since: textOf(since),
    place: textOf(place) ?? '?',
    message: textOf(message) ?? '',
  };
}

function readWorkers(workers: Json | undefined): RunningGateway['workers'] {
  if (!Array.isArray(workers)) return undefined;
  return workers.map((worker) => {
    const digest = objectOf(worker)?.['digest'];
    return isDigest(digest) ? digest : undefined;
  });
}

function readSource(source: JsonObject | undefined): RunningSource | undefined {
  const url = textOf(source?.['url']);
  if (!source || url === undefined) return undefined;
  const commit = textOf(source['commit']);
  return {
    url,
    branch: textOf(source['branch']),
    // Only a full hash is accepted, since it is passed to git.
    commit: commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined,
    checkedAt: textOf(source['checkedAt']),
    lastError: textOf(source['lastError']),
  };
}

function readControlPlane(controlPlane: JsonObject | undefined): RunningControlPlane | undefined {
  if (!controlPlane) return undefined;
  return {
    published: digestIn(controlPlane['published']),
    lastError: textOf(controlPlane['lastError']),
    nodes: listOf(controlPlane['nodes']).map((node) => readNode(objectOf(node) ?? {})),
  };
}

function readNode({ name, accepted, restricted, removalsWait, polledAt, refused }: JsonObject): RunningNode {
  const table = objectOf(restricted);
  return {
    name: textOf(name) ?? '?',
    accepted: digestIn(accepted),
    restricted: table && { digest: digestIn(table['digest']), by: digestIn(table['by']) },
    removalsWait: removalsWait === true,
    polledAt: textOf(polledAt),
    refused: listOf(refused).map((version) => readRefused(objectOf(version) ?? {})),
  };
}

function readRefused({ resources, names, version, since }: JsonObject): RefusedResources {
  return {
    resources: textOf(resources) ?? '?',
    names: listOf(names).flatMap((name) => textOf(name) ?? []),
    version: textOf(version) ?? '?',
    since: textOf(since),
  };
}

function digestIn(value: Json | undefined): Digest | undefined {
  return isDigest(value) ? value : undefined;
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: Json | undefined): string | undefined {
  return isText(value) ? value : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
