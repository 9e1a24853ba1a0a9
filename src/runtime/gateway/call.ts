import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomBytes } from 'node:crypto';
import type { CompiledOperation } from '#compiled/compiled-api.ts';
import type { HttpRequest, HttpResponse } from '#runtime/ports/http-exchange.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { TokenContext, VerifiedToken } from '#runtime/token/token-context.ts';
import type { TokenClaims } from '#runtime/token/claims.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { Generation } from './generation/generation.ts';
import { peerOf } from './generation/trusted-peers.ts';
import { splitTarget, type RequestTarget } from './route/request-target.ts';
import type { ServedAddress, ServedApi } from './generation/served-api.ts';
import type { ServedEndpoint, UpstreamTarget } from './generation/served-endpoint.ts';
import type { ServedSubscription } from './generation/served-subscription.ts';
import type { StreamedBody } from './upstream/streamed-body.ts';
import type { AnswerObserver } from './validation/response-observer.ts';

/** The trace of a call, for the upstream (W3C Trace Context). */
export interface CallTrace {
  /** The value of the `traceparent` header. */
  readonly traceparent: string;
  /** Whether the `tracestate` that the client has sent belongs to this trace. */
  readonly keepsState: boolean;
}

const digestName = 'gatewright-digest';
const requestIdName = 'x-request-id';

/** A connection whose client requests another protocol (RFC 9110 section 7.8). */
export interface Upgrade {
  readonly socket: Duplex;
  /** The response on that connection before the protocols are switched. */
  readonly response: ServerResponse;
  /** Data that already arrived after the request. */
  readonly head: Buffer;
}

const noValues: Call['pathValues'] = [];

/** A request to an upstream whose response is not complete. */
export interface Forwarded {
  abort(): void;
}

/** A WebSocket connection between a client and an upstream. */
interface Joined {
  /** Closes both sides. The client gets the reason, of at most 123 bytes, unless a frame is still incomplete. */
  close(reason: string): void;
}

/** A call of an API on its way to the upstream. Each policy may rely on the fields that earlier policies have set. */
export class Call {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** The same until the call ends, even if another generation starts to serve. */
  readonly generation: Generation;
  /** Undefined unless the client requests a WebSocket. */
  readonly upgrade: Upgrade | undefined;
  /** The address at the other end of the connection. */
  readonly peer: string;
  readonly target: RequestTarget;
  /** Sent in every response and to the upstream, and written to logs and traces; at most 128 characters. */
  readonly requestId: string;
  /** Whether the headers announce a body (RFC 9112 section 6.3); a chunked one may still be empty. */
  readonly hasBody: boolean;
  /** Headers of every response to the call: lower-case names and values, alternating. */
  readonly ownHeaders: string[];
  api!: ServedApi;
  /** The further address that the call uses; undefined if it uses the API's own. */
  address: ServedAddress | undefined = undefined;
  /** The rest of the path after the API's address, with its leading slash, as it was sent. */
  resourcePath = '/';
  /** Whether the path contains `;`, `%3B`, `%2F` or `%5C`, which only some APIs accept. */
  hasEscapedSeparator = false;
  /** Undefined until the token is verified. */
  token: VerifiedToken | undefined = undefined;
  /** The claims of the token. */
  claims!: TokenClaims;
  client!: Client;
  /** The context that is cached with the token. */
  tokenContext!: TokenContext<ServedSubscription>;
  subscription!: ServedSubscription;
  endpoint!: ServedEndpoint;
  /** The declared operation for the path and the method. */
  operation!: CompiledOperation;
  /** The values in the path, decoded, in the order of its template. */
  pathValues: readonly (string | undefined)[] = noValues;
  /** The method of the upstream request. */
  upstreamMethod = '';
  /** The body if a policy had to read it; otherwise it streams through. */
  body: Buffer | undefined = undefined;
  /** The body if it streams through. */
  streamedBody: StreamedBody | undefined = undefined;
  /** The signed assertion about the caller for the upstream, if the API declares one. */
  assertion: string | undefined = undefined;
  /** Observes the upstream's response. */
  observeAnswer: AnswerObserver | undefined = undefined;
  /** Aborts the forwarded request; absent before it is sent and after it has ended. */
  forwarded: Forwarded | undefined = undefined;
  /** Its index among the calls in flight; -1 before it begins and after it ends. */
  placeInFlight = -1;
  /** Whether it ends with its response; false if a proxy only asks about the call and forwards it afterwards. */
  hasKnownEnd = true;
  /** Set once the call is a WebSocket. */
  joined: Joined | undefined = undefined;
  /** The upstream that was called last. */
  upstream: UpstreamTarget | undefined = undefined;
  /** How many times the call was sent to an upstream. */
  attempts = 0;
  /**
   * When the call began, when it was last sent to an upstream, and when the response to that attempt began:
   * milliseconds by `performance.now()`, 0 if it has not happened.
   */
  readonly startedAt = performance.now();
  forwardedAt = 0;
  responseStartedAt = 0;
  /** How many bytes of the response body were passed on. */
  responseBytes = 0;
  /** The share of its limit that was used when the call arrived, from 0 to 1; negative if no limit has counted it. */
  limitUsed = -1;
  /** The trace that the call belongs to, as the upstream receives it; undefined if calls are not traced. */
  trace: CallTrace | undefined = undefined;
  /** Why the gateway rejected the call or aborted the response; undefined if it did neither. */
  rejected: ErrorCode | undefined = undefined;
  /** Why an upstream did not respond or did not complete its response; only for the log. */
  failure: Error | undefined = undefined;

  constructor(
    request: HttpRequest,
    response: HttpResponse,
    generation: Generation,
    upgrade: Upgrade | undefined,
  ) {
    this.request = request;
    this.response = response;
    this.generation = generation;
    this.upgrade = upgrade;
    this.peer = peerOf(request);
    this.target = splitTarget(request.url ?? '/');
    this.requestId = requestIdOf(this);
    this.ownHeaders = [requestIdName, this.requestId];
    this.hasBody = hasBody(request);
    this.#nameTable(generation);
  }

  /** Makes the response name the route table of the generation that refuses the call. */
  isRefusedBy(generation: Generation): void {
    const place = this.ownHeaders.indexOf(digestName);
    if (place !== -1) this.ownHeaders.splice(place, 2);
    this.#nameTable(generation);
  }

  #nameTable({ digestHeader }: Generation): void {
    if (digestHeader !== undefined) this.addHeader(digestName, digestHeader);
  }

  /** Records the upstream that the call is sent to now. */
  recordAttempt(target: UpstreamTarget): void {
    this.upstream = target;
    this.attempts += 1;
    this.forwardedAt = performance.now();
    this.responseStartedAt = 0;
  }

  /** Adds a header to every response to the call, replacing the upstream's. */
  addHeader(name: string, value: string): void {
    this.ownHeaders.push(name, value);
  }
}

/** Request ids that other systems write: UUIDs, and the formats of load balancers. */
const wellFormedId = /^[\w.:/+=@;~-]{1,128}$/;

/**
 * The request id of a trusted proxy, so that its logs and ours can be correlated, or a new one. Other clients could
 * send the same id with many calls.
 */
function requestIdOf({ request, generation, peer }: Pick<Call, 'request' | 'generation' | 'peer'>): string {
  const sent = request.headers[requestIdName];
  if (typeof sent !== 'string' || !generation.trustsPeer(peer) || !wellFormedId.test(sent))
    return newRequestId();
  return sent;
}

function hasBody({ headers }: HttpRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/** A response of the gateway itself, without any upstream. */
interface DirectAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Outcome = Rejection | DirectAnswer | undefined;

/** Checks or prepares a call. Undefined lets the call proceed; any other outcome answers it. */
export type Policy = (call: Call) => Outcome;

/** A policy that returns a promise only if it has to wait. */
export type WaitingPolicy = (call: Call) => Outcome | Promise<Outcome>;

/** A completed call. Fields that no policy has set, because the call ended before, are undefined. */
export type EndedCall = Omit<Call, FoundByPolicies> & Partial<Pick<Call, FoundByPolicies>>;

type FoundByPolicies =
  | 'api'
  | 'claims'
  | 'client'
  | 'tokenContext'
  | 'subscription'
  | 'endpoint'
  | 'operation';

/** Makes request ids unique across threads and restarts of the gateway. */
const prefix = randomBytes(9).toString('base64url');

let count = 0;

/** A unique request id. It may be guessable, since it grants nothing. */
function newRequestId(): string {
  count += 1;
  return `${prefix}-${count}`;
}
