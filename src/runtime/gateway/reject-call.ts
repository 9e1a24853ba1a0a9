import { answerRejection } from '#runtime/rejection/answer-early.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Call } from './call.ts';

/**
 * Answers a call with a rejection. It carries the CORS headers of the API, so that scripts can read it if the API
 * allows that.
 */
export function rejectCall(call: Call, rejection: Rejection): void {
  const { request, response, ownHeaders, generation } = call;
  call.rejected = rejection.code;
  answerRejection(request, response, rejection, generation.settings.errorDocsUrl, ownHeaders);
}

/**
 * Ends a call that is no longer allowed. A WebSocket is closed, a call without a response gets the rejection, and a
 * response that has begun is aborted, so that its client does not take it for complete.
 */
export function endCall(call: Call, rejection: Rejection): void {
  const { response } = call;
  if (call.rejected !== undefined || response.writableEnded) return;
  if (call.joined) {
    call.rejected = rejection.code;
    call.joined.close(rejection.code);
  } else if (response.headersSent) {
    call.rejected = rejection.code;
    response.destroy();
  } else {
    rejectCall(call, rejection);
    call.forwarded?.abort();
  }
}
