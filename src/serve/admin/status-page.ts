import { tableFormat } from '#compiled/manifest.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { renderVersion } from '../control-plane/protocol/version-info.ts';
import type { LoadFailure } from '../served/gateway-event.ts';
import { type HeldPart, nameHeld } from '../served/held-part.ts';
import type { RemoteState } from '../served/loaded-table.ts';
import type { Servers } from '../served/servers.ts';
import type { Serving } from '../served/serving.ts';

/** The data that the page shows. */
export interface ShownGateway {
  readonly serving: Serving;
  /** Identifies the deployment to operators. */
  readonly deployment: string;
  readonly version: string | undefined;
  /** Undefined if a single thread serves. */
  readonly workers: Servers['workers'];
  /** The state of the remote source; undefined if the source is on this machine. */
  readonly remote: (() => RemoteState) | undefined;
}

/** The status page for operators: the served table, and the states of the source, the workers and the Envoys. */
export class StatusPage {
  readonly #shown: ShownGateway;
  #controlPlane: ControlPlane | undefined;

  constructor(shown: ShownGateway) {
    this.#shown = shown;
  }

  /** Adds the Envoys of a control plane to the page. */
  watchControlPlane(controlPlane: ControlPlane): void {
    this.#controlPlane = controlPlane;
  }

  get state(): Serving['state'] {
    return this.#shown.serving.state;
  }

  /** The declarations that are held back, for the health endpoint. They do not make a gateway less ready. */
  describeHeld(): object {
    const { held } = this.#shown.serving;
    return held.length === 0 ? {} : { heldBack: held.map(nameHeld) };
  }

  describe(): object {
    const { serving, deployment, version, workers, remote } = this.#shown;
    const { table, loadedAt, failure, held, waiting, commit } = serving;
    const controlPlane = this.#controlPlane;
    return {
      digest: table?.digest ?? null,
      tableFormat,
      ...(version !== undefined && { version }),
      deployment,
      loadedAt: toDate(loadedAt),
      lastError: failure ? describeFailure(failure) : null,
      heldBack: held.map(describePart),
      restartNeeded: waiting,
      apis: table?.manifest.apis.length ?? 0,
      ...(workers && { workers: workers().map(({ digest }) => ({ digest: digest ?? null })) }),
      ...(controlPlane && { controlPlane: describeControlPlane(controlPlane) }),
      ...(remote && { source: describeRemote(remote(), commit) }),
    };
  }
}

function describePart({ kind, name, since, reason: { at, message } }: HeldPart) {
  const place = `${at.file}:${at.line}:${at.column}`;
  return { kind, name, since: toDate(since), place, message };
}

function describeControlPlane(controlPlane: ControlPlane) {
  const { published = null, failure } = controlPlane;
  return {
    published,
    lastError: failure ? `${failure.subject}: ${failure.message}` : null,
    nodes: controlPlane
      .nodes()
      .map(({ name, accepted = null, restricted, removalsWait, polledAt, refused }) => ({
        name,
        accepted,
        restricted: restricted ? { digest: restricted.digest ?? null, by: restricted.by } : null,
        removalsWait,
        polledAt: toDate(polledAt),
        refused: refused.map(({ service, names, version, since }) => ({
          resources: service,
          names,
          version: renderVersion(version),
          since: toDate(since),
        })),
      })),
  };
}

function describeRemote({ url, branch, checkedAt, failure }: RemoteState, commit: string | undefined) {
  const version = branch === undefined ? {} : { branch, commit: commit ?? null };
  return { url, ...version, checkedAt: toDate(checkedAt), lastError: failure ?? null };
}

function toDate(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}

function describeFailure({ message, diagnostics }: LoadFailure) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const places = errors.map(({ at, message: what, code }) => ({
    place: `${at.file}:${at.line}:${at.column}`,
    message: what,
    code,
  }));
  return { message, places };
}
