import type { Digest } from '#compiled/digest.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { HeldPart } from './held-part.ts';
import type { Refusal } from '#export/envoy/refusal.ts';

/** Why the sources could not be used, or a generation could not be built. */
export interface LoadFailure {
  /** The problem, in one sentence. */
  readonly message: string;
  /** What to do, in one sentence. */
  readonly help?: string;
  /** The errors in the sources; empty for other failures. */
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that the diagnostics point into; absent if no sources were read. */
  readonly sources?: Pick<Sources, 'text'>;
}

/** The parts of the sources that are held back because of errors; an earlier version of each is served. */
export interface HeldParts {
  readonly parts: readonly HeldPart[];
  /** The texts that the reasons point into. */
  readonly sources: Pick<Sources, 'text'>;
}

/** Calls that failed at an upstream for the same cause. Contains no address, header or body of a call. */
export interface UpstreamFailure {
  /** The API, as `Name/version`. */
  readonly api: string;
  /** Scheme, host and port; absent if no upstream was called. */
  readonly upstream?: string;
  /** The status of the response to the client. */
  readonly status: number;
  /** The error code of the gateway's own response; absent if the upstream's response was forwarded. */
  readonly code?: string;
  readonly cause: string;
  /** How many calls failed since the last report of the same cause. */
  readonly count: number;
  /** The request id of the last failed call. */
  readonly requestId: string;
}

/** An event of a running gateway. */
export type GatewayEvent =
  | {
      readonly type: 'listening';
      readonly gatewayUrl: string;
      readonly adminUrl: string;
      /** Where proxies request authorization; absent if that is not enabled. */
      readonly authorizationUrl?: string;
      /** The address of the store, if there is one. */
      readonly storeUrl?: string;
      /** Where Envoys poll for their resources; absent if the gateway is not a control plane. */
      readonly controlPlaneUrl?: string;
      readonly digest: Digest;
      /** The CA certificate that clients must trust; absent if the gateway did not generate it. */
      readonly caFile?: string;
    }
  | {
      readonly type: 'loaded' | 'reloaded';
      readonly digest: Digest;
      readonly apis: number;
      /** Present if the source is a branch of a repository. */
      readonly commit?: string;
    }
  /** Files have changed, but the route table is the same. */
  | { readonly type: 'unchanged'; readonly commit?: string }
  /** New connections use a new certificate. */
  | {
      readonly type: 'tls-reloaded';
      /** The listener that has the certificate: `listener` for calls and operators, or the control plane. */
      readonly listener: 'listener' | 'control-plane';
      /** When the certificate expires, in milliseconds since 1970-01-01T00:00:00Z. */
      readonly validTo: number;
      /** The CA certificate that clients must trust from now on; absent if the gateway did not generate it. */
      readonly caFile?: string;
    }
  /** The previous table is still served. `isRepeated` means that the previous attempt failed for the same reason. */
  | ({ readonly type: 'reload-failed'; readonly isRepeated: boolean } & LoadFailure)
  /** The sources could not be used at start, so the last good table is served. */
  | ({ readonly type: 'last-good'; readonly digest: Digest } & LoadFailure)
  /** The parts that are held back, or the reasons, have changed. Contains all parts that are held back now. */
  | ({ readonly type: 'held-back' } & HeldParts)
  /**
   * These parts are no longer held back: they are served as they are in the sources, or were removed from the sources.
   */
  | { readonly type: 'released'; readonly parts: readonly HeldPart[] }
  /** Settings that are read only at start have changed. The new values are not used yet. */
  | { readonly type: 'restart-needed'; readonly what: readonly string[] }
  | ({ readonly type: 'upstream-failed' } & UpstreamFailure)
  /** Envoys can fetch a table from now on. */
  | { readonly type: 'published'; readonly digest: Digest }
  /** Envoy cannot honour a table, so the previous one stays published. */
  | {
      readonly type: 'not-published';
      readonly digest: Digest;
      /** The first refusals; `count` is the number of all. */
      readonly refusals: readonly Refusal[];
      readonly count: number;
    }
  /** An Envoy does not accept a version of its resources, and stays on its previous one. */
  | {
      readonly type: 'envoy-refused';
      readonly node: string;
      readonly resources: string;
      /**
       * The names that the Envoy polled for; empty if it polled for all. The name of a secret contains its file paths.
       */
      readonly names: readonly string[];
      readonly version: string;
    }
  /** An Envoy that had refused a version has accepted a later one. */
  | { readonly type: 'envoy-recovered'; readonly node: string }
  | { readonly type: 'warning'; readonly message: string }
  /** An internal error, or a store that cannot be used. Callers do not see the cause. */
  | { readonly type: 'error'; readonly message: string; readonly stack?: string };
