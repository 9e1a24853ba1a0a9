import type { Digest } from '#compiled/digest.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { HeldPart } from './held-part.ts';
import type { Refusal } from '#export/envoy/refusal.ts';

/** Why sources or a generation could not be used. */
export interface LoadFailure {
  /** One sentence. */
  readonly message: string;
  /** What to do, in one sentence. */
  readonly help?: string;
  /** The errors in the sources; empty for other failures. */
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that the diagnostics point into; absent if no sources were read. */
  readonly sources?: Pick<Sources, 'text'>;
}

/** The parts of the sources that have errors, so that an earlier version of them is served. */
export interface HeldParts {
  readonly parts: readonly HeldPart[];
  /** The texts that the reasons point into. */
  readonly sources: Pick<Sources, 'text'>;
}

/** Calls that an upstream failed, for one cause; contains no address, header or body of a call. */
export interface UpstreamFailure {
  /** `Name/version`. */
  readonly api: string;
  /** Scheme, host and port; absent if none was called. */
  readonly upstream?: string;
  /** The status of the response. */
  readonly status: number;
  /** The error code of the gateway's own response; absent if the upstream's was passed on. */
  readonly code?: string;
  readonly cause: string;
  /** How many calls since the last report of that cause. */
  readonly count: number;
  /** Of the last of them. */
  readonly requestId: string;
}

/** An event of a running gateway, for its observers. */
export type GatewayEvent =
  | {
      readonly type: 'listening';
      readonly gatewayUrl: string;
      readonly adminUrl: string;
      /** Where proxies ask whether a call is allowed, if they can. */
      readonly authorizationUrl?: string;
      /** The address of the store, if there is one. */
      readonly storeUrl?: string;
      /** Where Envoys poll for their resources, if it is a control plane. */
      readonly controlPlaneUrl?: string;
      readonly digest: Digest;
      /** The certificate that clients must trust, if the gateway has generated it. */
      readonly caFile?: string;
    }
  | {
      readonly type: 'loaded' | 'reloaded';
      readonly digest: Digest;
      readonly apis: number;
      /** Set if the source is a branch of a repository. */
      readonly commit?: string;
    }
  /** Files have changed, but the route table is the same. */
  | { readonly type: 'unchanged'; readonly commit?: string }
  /** New connections get a new certificate. */
  | {
      readonly type: 'tls-reloaded';
      /** Whose certificate it is: that of the listeners for calls and operators, or that of the control plane. */
      readonly listener: 'listener' | 'control-plane';
      /** When the certificate expires, in milliseconds since 1970-01-01T00:00:00Z. */
      readonly validTo: number;
      /** The certificate that clients must trust from now on, if the gateway has generated it. */
      readonly caFile?: string;
    }
  /** The previous table is still served; `isRepeated` if the attempt before has failed for the same reason. */
  | ({ readonly type: 'reload-failed'; readonly isRepeated: boolean } & LoadFailure)
  /** The sources were broken at start: the last good table is served. */
  | ({ readonly type: 'last-good'; readonly digest: Digest } & LoadFailure)
  /** Other parts of the sources are held back than before, or for other reasons: these are all of them. */
  | ({ readonly type: 'held-back' } & HeldParts)
  /** Parts that were held back are served as the sources have them, or are not in the sources any more. */
  | { readonly type: 'released'; readonly parts: readonly HeldPart[] }
  /** Settings have changed that are read only at start; the new values are not used yet. */
  | { readonly type: 'restart-needed'; readonly what: readonly string[] }
  | ({ readonly type: 'upstream-failed' } & UpstreamFailure)
  /** Envoys can fetch a table from now on. */
  | { readonly type: 'published'; readonly digest: Digest }
  /** Envoy cannot honour a table: the one before stays published. */
  | {
      readonly type: 'not-published';
      readonly digest: Digest;
      /** The first of them. */
      readonly refusals: readonly Refusal[];
      readonly count: number;
    }
  /** An Envoy does not accept a version of its resources, and keeps its previous one. */
  | {
      readonly type: 'envoy-refused';
      readonly node: string;
      readonly resources: string;
      /** Of the resources, if the Envoy has asked for some of them only; the name of a secret contains its files. */
      readonly names: readonly string[];
      readonly version: string;
    }
  /** An Envoy that had refused a version has accepted a later one. */
  | { readonly type: 'envoy-recovered'; readonly node: string }
  | { readonly type: 'warning'; readonly message: string }
  /** An internal error of the gateway, or a store that cannot be used; callers do not see the cause. */
  | { readonly type: 'error'; readonly message: string; readonly stack?: string };
