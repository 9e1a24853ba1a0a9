import type { Rejection } from '../../rejection/rejection.ts';
import type { ErrorCode } from '../../rejection/error-codes.ts';

/** So many things that are wrong with a request are named. */
const mostMessages = 20;

/** Everything that is found wrong with a request or a response: a sentence each, none of which holds what was sent. */
export class Findings {
  /** Required, and not there. */
  readonly missing: string[] = [];
  /** Not what its style or its type makes readable. */
  readonly malformed: string[] = [];
  readonly malformedBody: string[] = [];
  /** Readable, and not what the schema allows. */
  readonly breaches: string[] = [];

  get isEmpty(): boolean {
    return !this.isUnreadable && this.malformedBody.length === 0 && this.breaches.length === 0;
  }

  /** Whether it is refused whatever its body is. */
  get isUnreadable(): boolean {
    return this.missing.length > 0 || this.malformed.length > 0;
  }

  /** Whether so much is malformed already that no more of it is named. */
  get isFull(): boolean {
    return this.malformed.length >= mostMessages;
  }

  /** All of them, for who only reports. */
  get messages(): readonly string[] {
    return [...this.missing, ...this.malformed, ...this.malformedBody, ...this.breaches].slice(
      0,
      mostMessages,
    );
  }

  /** How a request with these is refused; undefined where there are none. */
  toRejection(): Rejection | undefined {
    return (
      reject('parameters_insufficient', this.missing) ??
      reject('parameters_malformed', this.malformed) ??
      reject('body_malformed', this.malformedBody) ??
      reject('validation_failed', this.breaches)
    );
  }
}

function reject(code: ErrorCode, messages: readonly string[]): Rejection | undefined {
  if (messages.length === 0) return undefined;
  return { code, errors: messages.slice(0, mostMessages).map((message) => ({ message })) };
}
