import type { ErrorObject } from 'ajv';
import { describeErrors } from './describe-error.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';

/** The maximum number of reported problems of a request. */
const maxMessages = 20;

/** What is sent as `name=value`, one after the other. */
export type NamedValuesKind = 'query' | 'form' | 'cookie';

/** The problems of a request or a response: a sentence each, without values that were sent. */
export class Findings {
  // Nearly every request has none of them.
  #missing: string[] | undefined;
  #malformed: string[] | undefined;
  #malformedBody: string[] | undefined;
  #violations: string[] | undefined;

  /** Required, but missing. */
  get missing(): string[] {
    return (this.#missing ??= []);
  }

  /** Cannot be parsed with its style or type. */
  get malformed(): string[] {
    return (this.#malformed ??= []);
  }

  get malformedBody(): string[] {
    return (this.#malformedBody ??= []);
  }

  /** Parsed, but not allowed by the schema. */
  get violations(): string[] {
    return (this.#violations ??= []);
  }

  /** Adds what ajv found, as sentences about a subject ("The query parameter `limit`"). */
  addErrors(errors: readonly ErrorObject[], subject: (instancePath: string) => string): void {
    this.violations.push(...describeErrors(errors, subject));
  }

  /** Receives the name of each undeclared parameter or field of a form. Here they are allowed. */
  noteUndeclared(_name: string, _kind: NamedValuesKind): void {}

  get isEmpty(): boolean {
    return !this.isUnreadable && !isAny(this.#malformedBody) && !isAny(this.#violations);
  }

  /** Whether it is refused for any body. */
  get isUnreadable(): boolean {
    return isAny(this.#missing) || isAny(this.#malformed);
  }

  /** Whether the maximum number of problems is reached. */
  get isFull(): boolean {
    return this.#malformed !== undefined && this.#malformed.length >= maxMessages;
  }

  /** All problems, to be reported only. */
  get messages(): readonly string[] {
    return [...this.missing, ...this.malformed, ...this.malformedBody, ...this.violations].slice(
      0,
      maxMessages,
    );
  }

  /** The rejection of a request with these problems; undefined if there are none. */
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
