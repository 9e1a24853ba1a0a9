import type { Rejection } from '../../rejection/rejection.ts';
import type { ErrorCode } from '../../rejection/error-codes.ts';

/** So many things that are wrong with a request are named. */
const maxMessages = 20;

/** Everything that is found wrong with a request or a response: a sentence each, none of which holds what was sent. */
export class Findings {
  // Nearly every request has none of them.
  #missing: string[] | undefined;
  #malformed: string[] | undefined;
  #malformedBody: string[] | undefined;
  #violations: string[] | undefined;

  /** Required, and not there. */
  get missing(): string[] {
    return (this.#missing ??= []);
  }

  /** Not what its style or its type makes readable. */
  get malformed(): string[] {
    return (this.#malformed ??= []);
  }

  get malformedBody(): string[] {
    return (this.#malformedBody ??= []);
  }

  /** Readable, and not what the schema allows. */
  get violations(): string[] {
    return (this.#violations ??= []);
  }

  get isEmpty(): boolean {
    return !this.isUnreadable && !isAny(this.#malformedBody) && !isAny(this.#violations);
  }

  /** Whether it is refused whatever its body is. */
  get isUnreadable(): boolean {
    return isAny(this.#missing) || isAny(this.#malformed);
  }

  /** Whether so much is malformed already that no more of it is named. */
  get isFull(): boolean {
    return this.#malformed !== undefined && this.#malformed.length >= maxMessages;
  }

  /** All of them, for who only reports. */
  get messages(): readonly string[] {
    return [...this.missing, ...this.malformed, ...this.malformedBody, ...this.violations].slice(
      0,
      maxMessages,
    );
  }

  /** How a request with these is refused; undefined where there are none. */
  toRejection(): Rejection | undefined {
    return (
      reject('parameters_insufficient', this.missing) ??
      reject('parameters_malformed', this.malformed) ??
      reject('body_malformed', this.malformedBody) ??
      reject('validation_failed', this.violations)
    );
  }
}

function isAny(messages: readonly string[] | undefined): boolean {
  return messages !== undefined && messages.length > 0;
}

function reject(code: ErrorCode, messages: readonly string[]): Rejection | undefined {
  if (messages.length === 0) return undefined;
  return { code, errors: messages.slice(0, maxMessages).map((message) => ({ message })) };
}
