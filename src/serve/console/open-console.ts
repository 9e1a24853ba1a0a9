import { createCallHandler, type CallHandlerOptions } from '#runtime/gateway/call-handler.ts';
import type { ServedApi } from '#runtime/gateway/generation/served-api.ts';
import { upstreamMethodOf } from '#runtime/gateway/policies/match-operation.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import { operationOf } from '#compiled/resources/resource.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type {
  ConsoleCall,
  ConsoleOutcome,
  ConsoleProblem,
  SendConsoleCall,
} from '#runtime/ports/console-calls.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { ServedGeneration } from '../served/served-generation.ts';
import { PersonSlots } from '../served/person-slots.ts';
import { ConsoleRequest, type ConsoleRequestParts } from './console-request.ts';
import { ConsoleResponse } from './console-response.ts';
import { describeRequest } from './describe-request.ts';
import { mintConsoleToken, type ConsoleToken } from './mint-console-token.ts';

export interface ConsoleOptions extends Omit<CallHandlerOptions, 'currentGeneration' | 'refused'> {
  /** The generation that serves now; undefined before the first one. */
  readonly current: () => ServedGeneration | undefined;
  readonly audit: WriteAudit;
}

/** Each call may hold two of the largest bodies in memory. */
const limits = { all: 32, ofPerson: 4 };

/** How long a response may take to begin, and then to end, in milliseconds. */
const headTimeoutMs = 30_000;
const bodyTimeoutMs = 10_000;

/** A call that may be sent. */
interface PreparedCall {
  readonly parts: ConsoleRequestParts;
  /** Undefined for a public operation. */
  readonly caller: ConsoleCaller | undefined;
}

interface ConsoleCaller {
  readonly client: Client;
  readonly token: ConsoleToken;
}

/**
 * Opens the store's console: its calls begin in this process, and then take the same way as those of clients, so that
 * limits, scopes and validation are what a client meets.
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

/** Everything that needs no call to be known; or why there can be none. */
function prepareCall(call: ConsoleCall, generation: ServedGeneration): PreparedCall | ConsoleProblem {
  const { gateway } = generation;
  const api = findApi(gateway.served.byName, call.api);
  const parts = api && describeRequest(call, api, gateway);
  if (typeof parts === 'string') return parts;
  const caller = api && isPublic(call, api) ? undefined : chooseCaller(call, api, generation);
  if (typeof caller === 'string') return caller;
  if (!parts) return 'api_unknown';
  // Whoever chooses sandbox keys does not expect a call of the production endpoint.
  if (!caller && call.keySet === 'sandbox') return 'sandbox_not_public';
  return { parts, caller };
}

/** Whether the call needs no token. */
function isPublic({ method, path }: ConsoleCall, { part }: ServedApi): boolean {
  const resource = part.matchResource(splitTarget(path).path)?.store;
  return (
    resource !== undefined && operationOf(resource, upstreamMethodOf(resource, method))?.access === 'public'
  );
}

/** Whose token the call is sent with; or why there can be none. */
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

/** One that is not published yet has no address. */
function findApi(served: ReadonlyMap<string, ServedApi>, name: string): ServedApi | undefined {
  const api = served.get(name);
  return api?.manifest.state === 'created' ? undefined : api;
}

/** Resolves when the response has ended, or has lasted too long. */
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
