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
  /** Absent for plain HTTP. */
  readonly tls: TlsMaterial | undefined;
  /** The serving generation; undefined before the first generation. */
  readonly current: () => ServedGeneration | undefined;
  /** The status of the gateway, if it can differ from `current`. */
  readonly state?: () => Serving['state'];
  /** Knows every call of an API from its beginning to its end. */
  readonly inFlight: CallsInFlight;
  readonly reportError: ReportError;
  readonly callBegan?: (call: Call) => void;
  readonly callEnded?: (call: EndedCall) => void;
  /** Called for every request that is refused before it is a call. */
  readonly refused?: (code: ErrorCode) => void;
  /** The default if omitted. */
  readonly timeouts?: ConnectionTimeouts;
}

/** How patient a server is with its clients, in milliseconds. */
export interface ConnectionTimeouts {
  /**
   * How long the headers of a request, and all of it, may take to arrive, and a connection may stay idle. Over HTTP/2,
   * `requestTimeout` is between two parts of the body of a call, since a gRPC stream sends for as long as it lasts.
   */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** How often it checks for requests that take too long. */
  readonly connectionsCheckingInterval: number;
  /** How long a client may read nothing of an answer that waits for it. */
  readonly stalledClientTimeout: number;
}

export const defaultTimeouts: ConnectionTimeouts = {
  headersTimeout: clientPatience.headersMs,
  requestTimeout: clientPatience.requestMs,
  keepAliveTimeout: clientPatience.idleMs,
  connectionsCheckingInterval: 30_000,
  stalledClientTimeout: listenerDefaults.limits.stalledClientSeconds * 1000,
};

/** How patient the listener for calls is. */
export function timeoutsOf({ limits }: ListenerSettings): ConnectionTimeouts {
  return { ...defaultTimeouts, stalledClientTimeout: limits.stalledClientSeconds * 1000 };
}
