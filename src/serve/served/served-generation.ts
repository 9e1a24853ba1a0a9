import type { Digest } from '#compiled/digest.ts';
import type { Manifest } from '#compiled/manifest.ts';
import type { Generation } from '#runtime/gateway/generation/generation.ts';
import type { UpstreamPools } from '#runtime/gateway/upstream/upstream-pools.ts';
import type { ValidationReports } from '#runtime/gateway/validation/part-validation.ts';
import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { AuthorizationServer } from '#runtime/oauth/authorization-server.ts';
import type { Portal, PortalServices } from '#runtime/portal/visit/portal.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ConcurrentCalls } from '#runtime/ports/concurrent-calls.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';
import type { NewIdentifier } from '#runtime/ports/identifiers.ts';
import type { RateCounters } from '#runtime/ports/rate-counters.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import type { SigningKey } from '#runtime/token/key-ring.ts';
import type { PendingRevocations } from '#runtime/token/revocation/pending-revocations.ts';
import type { Revocations } from '#runtime/token/revocation/revocations.ts';
import type { VerifiedTokens } from '#runtime/token/verified-tokens.ts';

/** Everything that is built from one route table and replaced together. */
export interface ServedGeneration {
  readonly manifest: Manifest;
  /** The digests of the table and of its secrets. Generations with equal digests are equal. */
  readonly digest: Digest;
  readonly secretsDigest: Digest;
  readonly gateway: Generation;
  readonly authorization: AuthorizationServer;
  /** Undefined if the gateway has no store. */
  readonly portal: Portal | undefined;
}

/** Returns the signing key that the gateway generated. */
export type OpenGeneratedKey = () => Promise<SigningKey>;

/** The objects that live longer than a generation. */
export interface Services {
  readonly pools: UpstreamPools;
  readonly verifiedTokens: VerifiedTokens;
  readonly clock: Clock;
  readonly newIdentifier: NewIdentifier;
  readonly resolveSecret: ResolveSecret;
  readonly openGeneratedKey: OpenGeneratedKey;
  readonly stateFolder: string;
  readonly store: TokenStore;
  readonly revocations: Revocations;
  readonly pendingRevocations: PendingRevocations;
  readonly loginLimits: LoginLimits;
  readonly counters: RateCounters;
  readonly concurrentCalls: ConcurrentCalls;
  readonly reports: ValidationReports;
  readonly audit: WriteAudit;
  readonly reportUnavailable: ReportUnavailable;
  readonly portal: PortalServices;
}
