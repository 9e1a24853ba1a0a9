import type { IncomingMessage, RequestListener } from 'node:http';
import { TLSSocket } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ExternalAuthorizationSettings, ListenerLimits } from '#compiled/settings/gateway-settings.ts';
import { createCallHandler } from '#runtime/gateway/call-handler.ts';
import type { Call } from '#runtime/gateway/call.ts';
import {
  describeAllowedCall,
  imitatesAnswer,
} from '#runtime/gateway/external-authorization/describe-allowed-call.ts';
import { readOriginalRequest } from '#runtime/gateway/external-authorization/original-request.ts';
import { peerOf, trustPeers, type TrustsPeer } from '#runtime/gateway/generation/trusted-peers.ts';
import { rejectCall } from '#runtime/gateway/reject-call.ts';
import { answerEarly, answerRejection } from '#runtime/rejection/answer-early.ts';
import { answerUnreadable } from '../answer-unreadable.ts';
import { findFlaw } from '../find-flaw.ts';
import { createServer } from '../http-server.ts';
import type { ListenerOptions } from '../listener-options.ts';
import { VerdictResponse } from './verdict-response.ts';

type Limits = Pick<ListenerLimits, 'maxHeaderBytes' | 'maxHeaders'>;

export interface AuthorizationListenerOptions extends Omit<ListenerOptions, 'timeouts'> {
  readonly authorization: ExternalAuthorizationSettings;
}

/**
 * Creates the server that proxies ask whether a call is allowed. It applies the same policies as for a call, but
 * forwards nothing. It refuses every client that is not a declared proxy.
 */
export function createAuthorizationListener(options: AuthorizationListenerOptions): FastifyInstance {
  const { settings, tls, current, state } = options;
  const receive = createReceiver(options);
  return Fastify({
    serverFactory: () =>
      createServer(receive, tls, {
        isClosing: () => state?.() === 'stopping',
        limits: atLeast(settings.listener.limits),
      }),
    clientErrorHandler: (error, socket) =>
      answerUnreadable(error, socket, current()?.gateway.settings.errorDocsUrl, options.refused),
  });
}

function createReceiver(options: AuthorizationListenerOptions): RequestListener {
  const { settings, authorization, current, refused } = options;
  const limits = { ...settings.listener.limits, ...atLeast(settings.listener.limits) };
  const isTrusted = trustProxies(options);
  const isBelieved = trustPeers([...authorization.trustedPeers, ...settings.trustedProxies]);
  const handleCall = createCallHandler({
    ...options,
    currentGeneration: () => current()?.gateway,
    passed: allowCall,
    knowsEnds: false,
  });
  return (request, response) => {
    const flaw = findFlaw(request, limits) ?? (isTrusted(request) ? undefined : 'peer_untrusted');
    const peer = peerOf(request);
    const trustsPeer: TrustsPeer = (address) => address === peer || isBelieved(address);
    const { missingBodies } = authorization;
    const original = flaw ? undefined : readOriginalRequest(request, { trustsPeer, missingBodies });
    const verdict = original && new VerdictResponse(response, original.protocol);
    const isTooLarge = exceeds(request, settings.listener.limits);
    if (original && verdict && !isTooLarge) return handleCall(original.request, verdict);
    const code = original ? 'headers_too_large' : (flaw ?? 'original_request_missing');
    refused?.(code);
    response.shouldKeepAlive = false;
    answerRejection(request, verdict ?? response, { code }, current()?.gateway.settings.errorDocsUrl);
  };
}

/**
 * Limits above those of clients, because a proxy passes on only a refusal in its own protocol; the client's limits are
 * checked later.
 */
function atLeast({ maxHeaderBytes, maxHeaders }: Limits): Limits {
  return { maxHeaderBytes: 4 * maxHeaderBytes, maxHeaders: 4 * maxHeaders };
}

/** How much a proxy may add to the headers of its client. */
const added = { octets: 512, headers: 16 };

function exceeds({ url = '', rawHeaders }: IncomingMessage, { maxHeaderBytes, maxHeaders }: Limits): boolean {
  if (rawHeaders.length > 2 * (maxHeaders + added.headers)) return true;
  let octets = url.length;
  for (const text of rawHeaders) octets += text.length + 2;
  return octets > maxHeaderBytes + added.octets;
}

function allowCall(call: Call): void {
  const { request, response } = call;
  if (!(response instanceof VerdictResponse))
    throw new Error('an allowed call has a response that allows nothing');
  if (imitatesAnswer(call)) return rejectCall(call, { code: 'request_malformed' });
  response.isAllowed = true;
  answerEarly(request, response, { status: 200, headers: describeAllowedCall(call), body: '' });
}

/**
 * Whether a request comes from a trusted proxy, which must meet every declared condition: an address, a certificate, or
 * both.
 */
function trustProxies({
  authorization: { trustedPeers, clientCa },
}: AuthorizationListenerOptions): (request: IncomingMessage) => boolean {
  const trustsAddress: TrustsPeer =
    trustedPeers.length > 0 ? trustPeers(trustedPeers) : () => clientCa !== undefined;
  return (request) => trustsAddress(peerOf(request)) && (!clientCa || isAuthorized(request));
}

function isAuthorized({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket && socket.authorized;
}
