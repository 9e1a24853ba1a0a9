import { Readable } from 'node:stream';
import { apiKey } from '#compiled/api-key.ts';
import type { CompiledOperation } from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { Call } from '#runtime/gateway/call.ts';
import { buildGeneration } from '#runtime/gateway/generation/generation.ts';
import { checkAccess, checkPublicAccess } from '#runtime/gateway/policies.ts';
import { acceptToken, rejectMissingToken } from '#runtime/gateway/policies/authenticate.ts';
import { checkLifecycle } from '#runtime/gateway/policies/check-lifecycle.ts';
import { chooseApi } from '#runtime/gateway/policies/choose-api.ts';
import { isPublicCall } from '#runtime/gateway/policies/public-access.ts';
import type { HttpRequest, HttpResponse } from '#runtime/ports/http-exchange.ts';
import { indexRealms, indexUsers } from '#runtime/token/authorization-state.ts';
import type { TokenClaims } from '#runtime/token/claims.ts';
import { indexClients } from '#runtime/token/clients.ts';
import { Revocations } from '#runtime/token/revocation/revocations.ts';
import { VerifiedToken } from '#runtime/token/token-context.ts';
import { openLocalCounters } from '#runtime/state/local-counters.ts';
import { createConcurrencyMemory, openConcurrentCalls } from '#runtime/state/concurrent-calls.ts';
import { createCounterMemory } from '#runtime/state/counter-table.ts';

export interface AskedCall {
  readonly method: string;
  readonly path: string;
  /** Those of a token with a valid signature; without a token if they are absent. */
  readonly claims?: TokenClaims;
}

/** What becomes of a call. */
export interface Verdict {
  /** Why it is refused; absent if it is allowed. */
  readonly code?: string;
  /** Which API an allowed call is for, and the context of its usual address: one that has moved is another one. */
  readonly api?: string;
  /** The operation of an allowed call, and the scopes of the subscription; none without a token. */
  readonly operation?: CompiledOperation;
  readonly scopes?: readonly string[];
}

/** The policies of the gateway that decide who may make a call, for the calls of a table. */
export function admitBy(table: Compiled): (asked: AskedCall) => Verdict {
  const generation = openGeneration(table);
  return ({ method, path, claims }) => {
    const head = { method, url: path, httpVersion: '1.1', headers: {}, rawHeaders: [], trailers: {} };
    const socket = { remoteAddress: '192.0.2.1' };
    const request: HttpRequest = Object.assign(Readable.from([]), { ...head, complete: true, socket });
    const call = new Call(request, {} as HttpResponse, generation, undefined);
    const outcome = chooseApi(call) ?? checkLifecycle(call) ?? checkCaller(call, claims);
    if (outcome) return { code: 'code' in outcome ? outcome.code : 'answered' };
    return {
      api: `${apiKey(call.api.manifest)} at ${call.api.manifest.context}`,
      operation: call.operation,
      scopes: call.subscription?.scopes ?? [],
    };
  };
}

function checkCaller(call: Call, claims: TokenClaims | undefined) {
  if (call.api.part.hasPublicOperations && isPublicCall(call)) return checkPublicAccess(call);
  const token = claims && new VerifiedToken(JSON.stringify(claims), claims, 'key');
  return token ? (acceptToken(call, token) ?? checkAccess(call)) : rejectMissingToken(call);
}

function openGeneration(table: Compiled) {
  const { manifest } = table;
  const { tokensNotBefore } = manifest.gateway.token;
  return buildGeneration(table, {
    clock: Date.now,
    authorizationState: {
      mark: Symbol('table'),
      clients: indexClients(manifest),
      users: indexUsers(manifest.users),
      providers: indexRealms(manifest.identityProviders),
      revocations: new Revocations(Date.now),
      ...(tokensNotBefore !== undefined && { tokensNotBefore }),
    },
    verifyToken: () => undefined,
    signingKeys: new Map(),
    assertCaller: () => '',
    secretOf: () => '',
    pools: { openLease: () => ({ targetFor: () => ({}) as never, end: () => undefined }) },
    counters: openLocalCounters({
      memory: createCounterMemory(16),
      clock: Date.now,
      onFull: () => undefined,
    }),
    concurrentCalls: openConcurrentCalls(createConcurrencyMemory(16)),
    reports: { reportError: () => undefined, reportDrift: () => undefined },
  });
}
