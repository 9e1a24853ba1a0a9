import { clientPatience } from '#compiled/settings/client-patience.ts';
import {
  listenerDefaults,
  type GatewaySettings,
  type ListenerSettings,
} from '#compiled/settings/gateway-settings.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { Call, EndedCall } from '#runtime/gateway/call.ts';
import type { CallsInFlight } from '#runtime/gateway/in-flight/calls-in-flight.ts';
import type { ReportError } from '#runtime/ports/errors.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import type { ServedGeneration } from '../served/served-generation.ts';
import type { Serving } from '../served/serving.ts';

export interface ListenerOptions {
  readonly settings: GatewaySettings;
  /** Undefined for plain HTTP. */
  readonly tls: TlsMaterial | undefined;
  /** The generation that serves now; undefined until the first one is built. */
  readonly current: () => ServedGeneration | undefined;
  /** The state of the gateway, if it can differ from what `current` implies. */
  readonly state?: () => Serving['state'];
  /** Tracks every API call from start to end. */
  readonly inFlight: CallsInFlight;
  readonly reportError: ReportError;
  readonly callBegan?: (call: Call) => void;
  readonly callEnded?: (call: EndedCall) => void;
  /** Called for every request that is refused before it becomes a call. */
  readonly refused?: (code: ErrorCode) => void;
  /** Default: `timeoutsOf(settings.listener)`. */
  readonly timeouts?: ConnectionTimeouts;
}

/** Timeouts for clients, in milliseconds. */
export interface ConnectionTimeouts {
  /**
   * How long the headers of a request, and the whole request, may take to arrive, and how long a connection may stay
   * idle. For gRPC calls over HTTP/2, `requestTimeout` limits the time between two parts of the body, since a gRPC
   * stream has no fixed length.
   */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** How often requests are checked against the timeouts. */
  readonly connectionsCheckingInterval: number;
  /** How long a client may leave a pending response unread. */
  readonly stalledClientTimeout: number;
}

export const defaultTimeouts: ConnectionTimeouts = {
  headersTimeout: clientPatience.headersMs,
  requestTimeout: clientPatience.requestMs,
  keepAliveTimeout: clientPatience.idleMs,
  connectionsCheckingInterval: 30_000,
  stalledClientTimeout: listenerDefaults.limits.stalledClientSeconds * 1000,
};

/** The timeouts of the listener for calls. */
export function timeoutsOf({ limits }: ListenerSettings): ConnectionTimeouts {
  return { ...defaultTimeouts, stalledClientTimeout: limits.stalledClientSeconds * 1000 };
}
