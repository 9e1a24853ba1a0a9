import { dirname } from 'node:path';
import type { GitRemote } from '#platform/git/git-remote.ts';
import type { EnvoyControlPlane } from './control-plane-settings.ts';
import type { GatewayEvent } from './gateway-event.ts';
import type { TableAddress } from './table-address.ts';

/** A source on disk: sources to compile and watch, or a compiled table. */
export type LocalSource =
  | { readonly kind: 'folder'; readonly root: string; readonly configFile: string }
  | TableFileSource;

/** A table, with its signature, if required, next to it in FILE.jws. */
export interface TableFileSource {
  readonly kind: 'table';
  /** Absolute. */
  readonly file: string;
  readonly verification?: TableVerification;
}

/** Which tables are served at all; without it all that are whole. */
export interface TableVerification {
  /** Contains the public keys of those who may sign, in PEM or as a JWK set; absolute. */
  readonly keyFile: string;
  /** Whether a table may have been signed before the one that was served last. */
  readonly allowsOlder: boolean;
}

/** A table that is fetched again and again from a server. */
export interface FetchedTableSource {
  readonly kind: 'fetched-table';
  readonly address: TableAddress;
  /** The folder that secret files are relative to. */
  readonly secretsFolder: string;
  /** How long to wait between two checks of the server. */
  readonly pollMs: number;
  readonly verification?: TableVerification;
}

/** A branch of a repository elsewhere, whose newest commit is checked out and compiled. */
export interface BranchSource {
  readonly kind: 'git';
  readonly remote: GitRemote;
  /** Relative to the root of the repository, and in it. */
  readonly configFile: string;
  /** The folder that secret files are relative to, since none of them is in a repository. */
  readonly secretsFolder: string;
  /** How long to wait between two checks of the repository. */
  readonly pollMs: number;
}

/** The source of a gateway's route table. */
export type GatewaySource = LocalSource | BranchSource | FetchedTableSource;

/** The folder that secret files are relative to: that of the configuration or of the table, unless one is named. */
export function folderOf(source: GatewaySource): string {
  if ('secretsFolder' in source) return source.secretsFolder;
  return source.kind === 'folder' ? source.root : dirname(source.file);
}

export interface GatewayOptions {
  readonly source: GatewaySource;
  /** The name of the deployment that is served. */
  readonly deployment: string;
  /** The folder for the gateway's own files: its keys, its certificates and the last good table. */
  readonly stateFolder: string;
  /** Identifies the build of the program; if set, the findings in definitions are cached for the next start. */
  readonly engine?: string;
  /** The version of the program, for operators. */
  readonly version?: string;
  /** Without TLS, on a loopback host only. */
  readonly plainHttp: boolean;
  /** The address that calls are accepted at, instead of the declared one. */
  readonly host?: string;
  /** Instead of the declared ones; 0 for a free one. */
  readonly port?: number;
  readonly adminPort?: number;
  /** How many threads serve calls. Default: 1, which is the thread that starts the gateway. */
  readonly workers?: number;
  /** How long one of several workers may take to build a generation before it is replaced. Default: a minute. */
  readonly workerTimeoutMs?: number;
  /** How long it still serves calls while it reports that it is not ready, before it closes. Default: 0. */
  readonly drainMs?: number;
  /** Serves Envoys too; without it there is no control plane. */
  readonly controlPlane?: EnvoyControlPlane;
  readonly report: (event: GatewayEvent) => void;
}

/** The options for another thread, which no function can be sent to. */
export type ThreadOptions = Omit<GatewayOptions, 'report'>;

/** A gateway that serves. */
export interface RunningGateway {
  readonly gatewayUrl: string;
  readonly adminUrl: string;
  /** Where proxies ask whether a call is allowed, before the name of their protocol; absent if they cannot. */
  readonly authorizationUrl?: string;
  /** Checks at once for new sources, secrets and TLS material. */
  readonly reload: () => void;
  /**
   * Reports that it is not ready for `drainMs`, then accepts no more calls, waits for those in flight up to a limit,
   * and closes.
   */
  readonly close: () => Promise<void>;
}
