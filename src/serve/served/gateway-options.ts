import { dirname } from 'node:path';
import type { GitRemote } from '#platform/git/git-remote.ts';
import type { EnvoyControlPlane } from './control-plane-settings.ts';
import type { GatewayEvent } from './gateway-event.ts';
import type { TableAddress } from './table-address.ts';

/** A source on disk: a folder that is compiled and watched, or a compiled table. */
export type LocalSource =
  | { readonly kind: 'folder'; readonly root: string; readonly configFile: string }
  | TableFileSource;

/** A compiled table. If signatures are required, the signature is in FILE.jws next to it. */
export interface TableFileSource {
  readonly kind: 'table';
  /** An absolute path. */
  readonly file: string;
  readonly verification?: TableVerification;
}

/** Which tables may be served. Without it, every complete table is. */
export interface TableVerification {
  /** An absolute path. The file contains the public keys of permitted signers, in PEM or as a JWK Set. */
  readonly keyFile: string;
  /** Whether a table that was signed before the last served one is allowed. */
  readonly allowsOlder: boolean;
}

/** A table that is fetched from a server at intervals. */
export interface FetchedTableSource {
  readonly kind: 'fetched-table';
  readonly address: TableAddress;
  /** The folder that secret files are relative to. */
  readonly secretsFolder: string;
  /** How long to wait between two checks of the server. */
  readonly pollMs: number;
  readonly verification?: TableVerification;
}

/** A branch of a remote repository, whose newest commit is checked out and compiled. */
export interface BranchSource {
  readonly kind: 'git';
  readonly remote: GitRemote;
  /** Relative to the root of the repository. */
  readonly configFile: string;
  /** The folder that secret files are relative to. Secrets are never read from the repository. */
  readonly secretsFolder: string;
  /** How long to wait between two checks of the repository. */
  readonly pollMs: number;
}

/** The source of a gateway's route table. */
export type GatewaySource = LocalSource | BranchSource | FetchedTableSource;

/**
 * The folder that secret files are relative to: `secretsFolder` if the source has one, otherwise the folder of the
 * configuration or table.
 */
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
  /** Identifies the build of the program. If present, findings in definitions are cached for the next start. */
  readonly engine?: string;
  /** The version of the program, shown to operators. */
  readonly version?: string;
  /** Serves plain HTTP instead of TLS; only allowed for a loopback host. */
  readonly plainHttp: boolean;
  /** The host to listen on, instead of the declared one. */
  readonly host?: string;
  /** The ports to listen on, instead of the declared ones; 0 for any free port. */
  readonly port?: number;
  readonly adminPort?: number;
  /** How many threads serve calls. Default: 1, which is the main thread. */
  readonly workers?: number;
  /** How long a worker may take to build a generation before it is replaced. Default: one minute. */
  readonly workerTimeoutMs?: number;
  /** How long, before it closes, the gateway serves calls while it reports that it is not ready. Default: 0. */
  readonly drainMs?: number;
  /** Also serves Envoys, as a control plane. */
  readonly controlPlane?: EnvoyControlPlane;
  readonly report: (event: GatewayEvent) => void;
}

/** The options that can be sent to another thread, which excludes functions. */
export type ThreadOptions = Omit<GatewayOptions, 'report'>;

/** A gateway that is serving. */
export interface RunningGateway {
  readonly gatewayUrl: string;
  readonly adminUrl: string;
  /**
   * The URL where proxies request authorization, to which the name of their protocol is appended; absent if that is not
   * enabled.
   */
  readonly authorizationUrl?: string;
  /** Checks immediately for new sources, secrets and TLS material. */
  readonly reload: () => void;
  /**
   * Reports for `drainMs` that the gateway is not ready. Then accepts no more calls, waits for those in flight up to a
   * limit, and closes.
   */
  readonly close: () => Promise<void>;
}
