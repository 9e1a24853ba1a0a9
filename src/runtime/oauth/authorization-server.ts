import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { Identity } from '#runtime/identity/identity.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import type { ScopeCatalog } from '#runtime/token/allowed-scopes.ts';
import type { TokenMint } from '#runtime/token/mint-token.ts';
import type { PendingRevocations } from '#runtime/token/revocation/pending-revocations.ts';
import type { AuthorizationState } from '#runtime/token/authorization-state.ts';
import type { VerifyToken } from '#runtime/token/verify-token.ts';

export type TeamGroups = ReadonlyMap<string, ReadonlySet<string>>;

/** The authorization server of one generation. */
export interface AuthorizationServer {
  readonly settings: GatewaySettings;
  /** The display name of the gateway's owner. */
  readonly organisation: string;
  /** The clients, the declared users and the revocations. */
  readonly authorizationState: AuthorizationState;
  readonly scopes: ScopeCatalog;
  readonly mint: TokenMint;
  readonly verifyToken: VerifyToken;
  readonly identity: Identity;
  readonly loginLimits: LoginLimits;
  readonly store: TokenStore;
  /** The groups that declared teams refer to, by the name of the identity provider. */
  readonly teamGroups: TeamGroups;
  /** Makes revocations that must take effect even if the store cannot be reached. */
  readonly pendingRevocations: PendingRevocations;
  readonly audit: WriteAudit;
  readonly reportUnavailable: ReportUnavailable;
  /** The metadata document for clients. */
  readonly metadata: ServerMetadata;
  /** The origins of single-page applications, see `page-origins.ts`. */
  readonly pageOrigins: ReadonlySet<string>;
}

/** The metadata of the authorization server (RFC 8414 section 2). */
export interface ServerMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint: string;
  readonly introspection_endpoint: string;
  readonly jwks_uri: string;
  readonly scopes_supported: readonly string[];
  readonly response_types_supported: readonly string[];
  readonly response_modes_supported: readonly string[];
  readonly grant_types_supported: readonly string[];
  readonly token_endpoint_auth_methods_supported: readonly string[];
  readonly revocation_endpoint_auth_methods_supported: readonly string[];
  readonly introspection_endpoint_auth_methods_supported: readonly string[];
  readonly code_challenge_methods_supported: readonly string[];
  /** RFC 9207 section 3. */
  readonly authorization_response_iss_parameter_supported: boolean;
  /** OpenID Connect Discovery 1.0 section 3, and Initiating User Registration 1.0 section 4.1. */
  readonly prompt_values_supported: readonly string[];
  readonly request_parameter_supported: boolean;
  readonly request_uri_parameter_supported: boolean;
  readonly claims_parameter_supported: boolean;
}

/** The successful response of a token endpoint (RFC 6749 section 5.1). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** In seconds. */
  readonly expires_in: number;
  /**
   * Undefined if the token has no scopes and the client expects none; empty if the client expects a scope but the token
   * has none (RFC 6749 section 5.1).
   */
  readonly scope: string | undefined;
  readonly refresh_token: string | undefined;
}
