import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomBytes } from 'node:crypto';
import type { CompiledOperation } from '../../compiled/compiled-api.ts';
import type { CallTrace } from '../ports/call-trace.ts';
import type { HttpRequest, HttpResponse } from '../ports/http-exchange.ts';
import type { ErrorCode } from '../rejection/error-codes.ts';
import type { Rejection } from '../rejection/rejection.ts';
import type { TokenContext, VerifiedToken } from '../token/token-context.ts';
import type { TokenClaims } from '../token/claims.ts';
import type { Client } from '../token/clients.ts';
import type { AnswerObserver } from './response/response-observer.ts';
import type { Generation } from './generation/generation.ts';
import { peerOf } from './generation/trusted-peers.ts';
import { splitTarget, type RequestTarget } from './route/request-target.ts';
import type { ServedApi } from './generation/served-api.ts';
import type { ServedEndpoint, UpstreamTarget } from './generation/served-endpoint.ts';
import type { ServedSubscription } from './generation/served-subscription.ts';
import type { StreamedBody } from './upstream/streamed-body.ts';

const digestName = 'gatewright-digest';

/** A connection that its client wants to speak another protocol on (RFC 9110 section 7.8). */
export interface Upgrade {
  readonly socket: Duplex;
  /** What answers on that connection as long as the protocols are not changed. */
  readonly response: ServerResponse;
  /** What came behind the request already. */
  readonly head: Buffer;
}

const noValues: Call['pathValues'] = [];

/** What was sent to an upstream and is not answered to its end yet. */
export interface Forwarded {
  abort(): void;
}

/** A client and an upstream that speak WebSocket with each other. */
interface Joined {
  /** Closes both sides; the client is given the reason, of at most 123 bytes, where it can be. */
  close(reason: string): void;
}

/** A call of an API on its way to the upstream. Each policy may rely on what those before it have found. */
export class Call {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** The call keeps it to its end, whatever is swapped in meanwhile. */
  readonly generation: Generation;
  /** Absent for all but WebSockets. */
  readonly upgrade: Upgrade | undefined;
  readonly target: RequestTarget;
  /** Names the call in logs, towards its upstream and its client. */
  readonly requestId: string;
  /** Whether the request has a body that is not empty (RFC 9112 section 6.3). */
  readonly hasBody: boolean;
  /** What every answer to it carries beside its own: names in lower case and values in turn. */
  readonly ownHeaders: string[] = [];
  api!: ServedApi;
  /** What follows the API's address in the path, with its leading slash, as it was sent. */
  resourcePath = '/';
  /** Whether the path holds `;`, `%3B`, `%2F` or `%5C`, which only some APIs take. */
  hasEscapedSeparator = false;
  /** Undefined until the token is found good. */
  token: VerifiedToken | undefined = undefined;
  /** What the token says. */
  claims!: TokenClaims;
  client!: Client;
  /** What is remembered with the token. */
  tokenContext!: TokenContext<ServedSubscription>;
  subscription!: ServedSubscription;
  endpoint!: ServedEndpoint;
  /** What the API declares for the path and the method. */
  operation!: CompiledOperation;
  /** The values in the path, decoded, as they stand in its template from left to right. */
  pathValues: readonly (string | undefined)[] = noValues;
  /** The method that the upstream is asked with. */
  upstreamMethod = '';
  /** The body where a policy had to read it; otherwise it streams through. */
  body: Buffer | undefined = undefined;
  /** The body where it streams through. */
  streamedBody: StreamedBody | undefined = undefined;
  /** What the upstream is told of the caller, where the API asks for it. */
  assertion: string | undefined = undefined;
  /** Sees the upstream's answer pass by. */
  observeAnswer: AnswerObserver | undefined = undefined;
  /** Breaks off what was forwarded; absent before that and after its end. */
  forwarded: Forwarded | undefined = undefined;
  /** Its index among the calls in flight; -1 before and after that. */
  placeInFlight = -1;
  /** Set from the moment that it is a WebSocket. */
  joined: Joined | undefined = undefined;
  /** The upstream that was asked last. */
  upstream: UpstreamTarget | undefined = undefined;
  /** How many upstreams were asked. */
  attempts = 0;
  /** When it began, when the last upstream was asked, and when that one's answer began; 0 where that never was. */
  readonly startedAt = performance.now();
  forwardedAt = 0;
  answeredAt = 0;
  /** How much of the upstream's body was passed on, in bytes. */
  answeredBytes = 0;
  /** What the upstream is told of the trace that the call belongs to, where calls are traced. */
  trace: CallTrace | undefined = undefined;
  /** Why the gateway itself has answered, or has ended the upstream's answer; absent where it has done neither. */
  rejected: ErrorCode | undefined = undefined;
  /** What kept an upstream from answering, for the log alone. */
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
    this.target = splitTarget(request.url ?? '/');
    this.requestId = requestIdOf(request, generation);
    this.hasBody = hasBody(request);
    this.#nameTable(generation);
  }

  /** Another generation refuses it, whose table the answer has to name. */
  isRefusedBy(generation: Generation): void {
    const place = this.ownHeaders.indexOf(digestName);
    if (place !== -1) this.ownHeaders.splice(place, 2);
    this.#nameTable(generation);
  }

  #nameTable({ digestHeader }: Generation): void {
    if (digestHeader !== undefined) this.addHeader(digestName, digestHeader);
  }

  /** Takes note of the upstream that it is sent to now. */
  asks(target: UpstreamTarget): void {
    this.upstream = target;
    this.attempts += 1;
    this.forwardedAt = performance.now();
    this.answeredAt = 0;
  }

  /** Puts a header on every answer to the call; an upstream's own of that name is left out. */
  addHeader(name: string, value: string): void {
    this.ownHeaders.push(name, value);
  }
}

/** A trusted proxy's own name for the request stands, so that its logs and ours can be read together. */
function requestIdOf(request: HttpRequest, { trustsPeer }: Generation): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && trustsPeer(peerOf(request)) ? sent : newRequestId();
}

function hasBody({ headers }: HttpRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/** What the gateway answers by itself, without any upstream. */
interface DirectAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Outcome = Rejection | DirectAnswer | undefined;

/** A step that a call has to pass. */
export type Policy = (call: Call) => Outcome;

/** One that returns a promise where, and only where, something has to be waited for. */
export type WaitingPolicy = (call: Call) => Outcome | Promise<Outcome>;

/** A call that is over, however far it came: what no policy has found is absent. */
export type EndedCall = Omit<Call, FoundByPolicies> & Partial<Pick<Call, FoundByPolicies>>;

type FoundByPolicies =
  | 'api'
  | 'claims'
  | 'client'
  | 'tokenContext'
  | 'subscription'
  | 'endpoint'
  | 'operation';

/** Tells the threads and the starts of gateways apart. */
const prefix = randomBytes(9).toString('base64url');

let count = 0;

/** A name for a request that no other one has. It may be guessed: nothing can be had for it. */
function newRequestId(): string {
  count += 1;
  return `${prefix}-${count}`;
}
