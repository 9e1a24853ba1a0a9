import { createCallHandler, type CallHandlerOptions } from '#runtime/gateway/call-handler.ts';
import type { ServedApi } from '#runtime/gateway/generation/served-api.ts';
import { upstreamMethodOf } from '#runtime/gateway/policies/match-operation.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import { operationOf } from '#compiled/resources/resource.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import {
  type ConsoleCall,
  type ConsoleOutcome,
  type ConsoleProblem,
  type SendConsoleCall,
  type ConsoleUser,
  largestConsoleBody,
  type ConsoleAnswer,
} from '#runtime/ports/console-calls.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { ServedGeneration } from '../served/served-generation.ts';
import { PersonSlots } from '../served/person-slots.ts';
import { ConsoleRequest, type ConsoleRequestParts } from './console-request.ts';
import { describeRequest } from './describe-request.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { AuthorizationServer } from '#runtime/oauth/authorization-server.ts';
import { timeOfLogin } from '#runtime/oauth/time-of-login.ts';
import { allowsProvider, holderOf } from '#runtime/token/authorization-state.ts';
import { declaredUserOf, subjectOfClient } from '#runtime/token/claims.ts';
import { mintToken, type MintedToken, type TokenOrder } from '#runtime/token/mint-token.ts';
import { EventEmitter } from 'node:events';
import type { HttpResponse } from '#runtime/ports/http-exchange.ts';

/** Collects a response in memory, up to the largest body. Emits `close` at its end, as every response does. */
class ConsoleResponse extends EventEmitter implements HttpResponse {
  statusCode = 200;
  shouldKeepAlive = true;
  headersSent = false;
  destroyed = false;
  writableEnded = false;
  readonly socket = { writableNeedDrain: false };
  /** Why the body is incomplete; undefined if it is complete. */
  cut: ConsoleAnswer['cut'];
  #headers: readonly string[] = [];
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  writeHead(status: number, headers: string[]): void {
    this.statusCode = status;
    this.#headers = headers;
    this.headersSent = true;
    this.emit('head');
  }

  flushHeaders(): void {
    // `writeHead` has already delivered them.
  }

  write(chunk: string | Uint8Array, encoding: BufferEncoding = 'utf8'): boolean {
    if (this.destroyed) return true;
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    const room = largestConsoleBody - this.#length;
    this.#chunks.push(bytes.subarray(0, room));
    this.#length += Math.min(bytes.length, room);
    if (bytes.length > room) this.stop('size');
    return true;
  }

  end(chunk?: string | Uint8Array, encoding?: BufferEncoding): void {
    if (this.destroyed) return;
    if (chunk !== undefined) this.write(chunk, encoding);
    this.writableEnded = true;
    this.#close();
  }

  addTrailers(): void {
    // The console does not show trailers.
  }

  writeContinue(): void {
    // The request body is already complete.
  }

  writeEarlyHints(): void {
    // The console does not show early hints.
  }

  destroy(): void {
    this.stop('aborted');
  }

  /** Closes the response, and records why its body is incomplete. */
  stop(reason: NonNullable<ConsoleAnswer['cut']>): void {
    if (this.destroyed || this.writableEnded) return;
    this.cut = reason;
    this.#close();
  }

  /** The headers and the body that were received. */
  read(): Pick<ConsoleAnswer, 'status' | 'headers' | 'body' | 'cut'> {
    const headers: [string, string][] = [];
    for (let index = 0; index < this.#headers.length; index += 2)
      headers.push([(this.#headers[index] ?? '').toLowerCase(), this.#headers[index + 1] ?? '']);
    return { status: this.statusCode, headers, body: Buffer.concat(this.#chunks), cut: this.cut };
  }

  /** Emits `close` in a microtask: after the current code, as a real connection does. */
  #close(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    queueMicrotask(() => this.emit('close'));
  }
}

const lifetimeSeconds = 60;

/** The grant types with which users log in to an application in a browser. */
const grantsOfUsers: readonly string[] = ['authorization_code', 'implicit'];

interface ConsoleTokenOrder {
  readonly user: ConsoleUser;
  readonly client: Client;
  readonly api: ServedApi;
}

/** A token for one call, with its subject and scopes. */
type ConsoleToken = MintedToken & Pick<TokenOrder, 'subject' | 'scopes'>;

export interface ConsoleOptions extends Omit<CallHandlerOptions, 'currentGeneration' | 'refused'> {
  /** The generation that serves now; undefined until the first one is built. */
  readonly current: () => ServedGeneration | undefined;
  readonly audit: WriteAudit;
}

/** Concurrent calls, in total and per person. Each may hold two bodies of the largest size in memory. */
const limits = { all: 32, ofPerson: 4 };

/** How long a response may take to start, and how long its body may take after that, in milliseconds. */
const headTimeoutMs = 30_000;

const bodyTimeoutMs = 10_000;

/** A call that is allowed, and its request. */
interface PreparedCall {
  readonly parts: ConsoleRequestParts;
  /** Undefined for a public operation, which needs no token. */
  readonly caller: ConsoleCaller | undefined;
}

interface ConsoleCaller {
  readonly client: Client;
  readonly token: ConsoleToken;
}

/**
 * Opens the store's console. Its calls start in this process and then go through the same handler as clients' calls, so
 * that limits, scopes and validation apply as they do to clients.
 */
export function openConsole({ current, audit, callBegan, ...options }: ConsoleOptions): SendConsoleCall {
  const ids = new WeakMap<object, string>();
  const slots = new PersonSlots(limits);
  const handleCall = createCallHandler({
    ...options,
    currentGeneration: () => current()?.gateway,
    callBegan: (call) => {
      ids.set(call.request, call.requestId);
      callBegan?.(call);
    },
  });
  return async (call) => {
    using slot = slots.take(call.user.subject);
    if (!slot) return { problem: 'too_many_calls' };
    const generation = current();
    if (!generation) return { problem: 'gateway_starting' };
    const prepared = prepareCall(call, generation);
    return typeof prepared === 'string' ? { problem: prepared } : await send(call, prepared);
  };

  async function send(call: ConsoleCall, { parts, caller }: PreparedCall): Promise<ConsoleOutcome> {
    const headers = { ...parts.headers, ...(caller && { authorization: `Bearer ${caller.token.token}` }) };
    const request = new ConsoleRequest({ ...parts, headers });
    const response = new ConsoleResponse();
    const startedAt = performance.now();
    const ended = waitFor(response);
    handleCall(request, response);
    const requestId = ids.get(request) ?? '';
    auditCall(audit, call, { caller, requestId });
    await ended;
    if (!response.headersSent) return { problem: 'no_response' };
    return { ...response.read(), durationMs: performance.now() - startedAt, requestId };
  }
}

/** Prepares a call without sending it, or returns the reason why it cannot be sent. */
function prepareCall(call: ConsoleCall, generation: ServedGeneration): PreparedCall | ConsoleProblem {
  const { gateway } = generation;
  const api = findApi(gateway.served.byName, call.api);
  const parts = api && describeRequest(call, api, gateway);
  if (typeof parts === 'string') return parts;
  const caller = api && isPublic(call, api) ? undefined : chooseCaller(call, api, generation);
  if (typeof caller === 'string') return caller;
  if (!parts) return 'api_unknown';
  // A user who chose sandbox keys does not expect a call to the production endpoint.
  if (!caller && call.keySet === 'sandbox') return 'sandbox_not_public';
  return { parts, caller };
}

/** Whether the operation is public, so that the call needs no token. */
function isPublic({ method, path }: ConsoleCall, { part }: ServedApi): boolean {
  const resource = part.matchResource(splitTarget(path).path)?.store;
  return (
    resource !== undefined && operationOf(resource, upstreamMethodOf(resource, method))?.access === 'public'
  );
}

/** The client and the token that the call is sent with, or the reason why there cannot be one. */
function chooseCaller(
  call: ConsoleCall,
  api: ServedApi | undefined,
  { authorization, manifest }: ServedGeneration,
): ConsoleCaller | ConsoleProblem {
  const application = manifest.applications.find(({ name }) => name === call.application);
  if (!application) return 'application_unknown';
  const keys = application.keySets.find(({ keySet }) => keySet === call.keySet);
  const client = keys && authorization.authorizationState.clients.get(keys.consumerKey);
  if (!client) return 'key_set_missing';
  if (!api) return 'api_unknown';
  if (!api.subscriptions.has(application.name)) return 'not_subscribed';
  const token = mintConsoleToken(authorization, { user: call.user, client, api });
  return token ? { client, token } : 'user_not_allowed';
}

/** The API of a name; undefined if it is unknown, or has no address because it is not published yet. */
function findApi(served: ReadonlyMap<string, ServedApi>, name: string): ServedApi | undefined {
  const api = served.get(name);
  return api?.manifest.state === 'created' ? undefined : api;
}

/** Resolves when the response has ended or timed out. */
function waitFor(response: ConsoleResponse): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => response.stop('time');
    let timer = setTimeout(stop, headTimeoutMs);
    response.once('head', () => {
      clearTimeout(timer);
      timer = setTimeout(stop, bodyTimeoutMs);
    });
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function auditCall(
  audit: WriteAudit,
  { user, api, method }: ConsoleCall,
  { caller, requestId }: Pick<PreparedCall, 'caller'> & { readonly requestId: string },
): void {
  audit({
    event: 'console_call_sent',
    user: user.subject,
    api,
    method,
    requestId,
    ...(caller && describeGrant(caller)),
    address: user.address,
  });
}

function describeGrant({ client, token: { subject, scopes, grantId } }: ConsoleCaller) {
  return { clientId: client.consumerKey, subject, scopes, grantId };
}

/**
 * Mints a token for one call to one API; the token ends with the login. It has the scopes that the subscription allows.
 * Its subject is the user if users log in to the application, otherwise the application. Returns undefined if the user
 * may not log in to the application.
 */
function mintConsoleToken(
  server: Pick<AuthorizationServer, 'mint' | 'authorizationState'>,
  { user, client, api }: ConsoleTokenOrder,
): ConsoleToken | undefined {
  const { mint, authorizationState } = server;
  const { application, consumerKey } = client;
  const speaksForUser = application.grants.some((grant) => grantsOfUsers.includes(grant));
  if (speaksForUser && !allowsProvider(application, user.provider)) return undefined;
  const subject = speaksForUser ? user.subject : subjectOfClient(consumerKey);
  const scopes = api.subscriptions.get(application.name)?.scopes ?? [];
  const token = mintToken(mint, {
    client,
    subject,
    scopes,
    ...(speaksForUser && {
      holder: holderOf(authorizationState, subject, user.provider),
      ...vouchedBy(user),
    }),
    loginId: user.sessionId,
    // The token is new, so an earlier revocation of everything issued until then must not end it.
    authenticatedAt: Math.max(user.authenticatedAt ?? 0, timeOfLogin(server, subject, consumerKey)),
    notAfter: Math.floor(mint.clock() / 1000) + lifetimeSeconds,
    consoleApi: apiKey(api.manifest),
  });
  return { ...token, subject, scopes };
}

/**
 * The provider of a declared user who did not log in with a password. The subjects of all other users name their
 * provider already.
 */
function vouchedBy({ subject, provider }: ConsoleUser): Pick<TokenOrder, 'provider'> {
  return declaredUserOf(subject) !== undefined && provider !== 'users' ? { provider } : {};
}
