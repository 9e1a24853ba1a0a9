import type { GatewaySettings } from '../../compiled/manifest.ts';
import type { LoginLimits } from '../identity/failed-logins.ts';
import type { Identity } from '../identity/identity.ts';
import type { WriteAudit } from '../ports/audit.ts';
import type { TokenStore } from '../ports/token-store.ts';
import type { ScopeBook } from '../token/allowed-scopes.ts';
import type { TokenMint } from '../token/mint-token.ts';
import type { PendingRevocations } from '../token/revocation/pending-revocations.ts';
import type { Standing } from '../token/standing.ts';
import type { VerifyToken } from '../token/verify-token.ts';
import type { ServerMetadata } from './server-metadata.ts';

/** The authorization server of one generation. */
export interface AuthorizationServer {
  readonly settings: GatewaySettings;
  /** Whose gateway it is, for people. */
  readonly organisation: string;
  /** The clients, the declared users and the revocations. */
  readonly standing: Standing;
  readonly scopes: ScopeBook;
  readonly mint: TokenMint;
  readonly verifyToken: VerifyToken;
  readonly identity: Identity;
  readonly failedLogins: LoginLimits;
  readonly store: TokenStore;
  /** For what ends whether or not the store can be reached. */
  readonly pendingRevocations: PendingRevocations;
  readonly audit: WriteAudit;
  /** What it tells clients of itself. */
  readonly metadata: ServerMetadata;
  /** Where single-page applications are loaded from, see `page-origins.ts`. */
  readonly pageOrigins: ReadonlySet<string>;
}

/** The successful answer of a token endpoint (RFC 6749 section 5.1). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  /** Undefined where the token has no scope. */
  readonly scope: string | undefined;
  readonly refresh_token: string | undefined;
}
