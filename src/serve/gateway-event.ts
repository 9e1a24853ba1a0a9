import type { Digest } from '../compiled/digest.ts';
import type { Sources } from '../compiler/workspace/sources.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';

/** Why sources or a generation could not be used. */
export interface LoadFailure {
  /** One sentence. */
  readonly message: string;
  /** What is wrong in the sources; empty where the failure is of another kind. */
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that the diagnostics point into; absent where no sources were read. */
  readonly sources?: Pick<Sources, 'text'>;
}

/** What happens to a running gateway, for whoever watches it. */
export type GatewayEvent =
  | {
      readonly type: 'listening';
      readonly gatewayUrl: string;
      readonly adminUrl: string;
      readonly digest: Digest;
      /** What clients have to trust, where the certificate is that the gateway has generated. */
      readonly caFile?: string;
    }
  | {
      readonly type: 'loaded' | 'reloaded';
      readonly digest: Digest;
      readonly apis: number;
      /** Where the source is a branch of a repository. */
      readonly commit?: string;
    }
  /** Files have changed, and mean what they did before. */
  | { readonly type: 'unchanged'; readonly commit?: string }
  /** New connections get another certificate. */
  | {
      readonly type: 'tls-reloaded';
      /** When the certificate expires, in milliseconds since 1970-01-01T00:00:00Z. */
      readonly validTo: number;
      /** What clients have to trust from now on, where it is that the gateway has generated. */
      readonly caFile?: string;
    }
  /** What serves goes on serving. */
  | ({ readonly type: 'reload-failed' } & LoadFailure)
  /** The sources were broken at the start: the table that last was good serves. */
  | ({ readonly type: 'last-good'; readonly digest: Digest } & LoadFailure)
  /** Settings have changed that hold from start to end; the new ones are not in force. */
  | { readonly type: 'restart-needed'; readonly what: readonly string[] }
  | { readonly type: 'warning'; readonly message: string }
  /** An internal error of the gateway, or a store that cannot be used; callers do not see the cause. */
  | { readonly type: 'error'; readonly message: string; readonly stack?: string };
