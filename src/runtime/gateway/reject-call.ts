import { answerRejection } from '../rejection/answer-early.ts';
import type { Rejection } from '../rejection/rejection.ts';
import type { Call } from './call.ts';

/** Answers a call with a rejection, in words that a browser may read where the API says so. */
export function rejectCall(call: Call, rejection: Rejection): void {
  const { request, response, ownHeaders, generation } = call;
  call.rejected = rejection.code;
  answerRejection(request, response, rejection, generation.settings.errorDocsUrl, ownHeaders);
}
