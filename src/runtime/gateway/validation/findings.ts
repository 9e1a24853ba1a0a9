import type { ErrorObject } from 'ajv';
import { describeErrors } from './describe-error.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';

/** The maximum number of reported problems of a request. */
const maxMessages = 20;

/** The parts of a message that consist of `name=value` pairs. */
export type NamedValuesKind = 'query' | 'form' | 'cookie';

/** The problems of a request or a response, one sentence each. The sentences contain no sent values. */
export class Findings {
  // Created on first use, since nearly every request has no problems.
  #missing: string[] | undefined;
  #malformed: string[] | undefined;
  #malformedBody: string[] | undefined;
  #violations: string[] | undefined;

  /** Problems of required parts that are missing. */
  get missing(): string[] {
    return (this.#missing ??= []);
  }

  /** Problems of parts that cannot be parsed with their style or type. */
  get malformed(): string[] {
    return (this.#malformed ??= []);
  }

  get malformedBody(): string[] {
    return (this.#malformedBody ??= []);
  }

  /** Problems of parts that the schema does not allow. */
  get violations(): string[] {
    return (this.#violations ??= []);
  }

  /** Adds the errors of ajv as sentences about a subject ("The query parameter `limit`"). */
  addErrors(errors: readonly ErrorObject[], subject: (instancePath: string) => string): void {
    this.violations.push(...describeErrors(errors, subject));
  }

  /** Called with the name of each undeclared parameter or form field. Does nothing, since they are allowed. */
  noteUndeclared(_name: string, _kind: NamedValuesKind): void {}

  get isEmpty(): boolean {
    return !this.isUnreadable && !isAny(this.#malformedBody) && !isAny(this.#violations);
  }

  /** Whether missing or malformed parts decide the rejection, whatever the body contains. */
  get isUnreadable(): boolean {
    return isAny(this.#missing) || isAny(this.#malformed);
  }

  /** Whether the maximum number of malformed parts is reached. */
  get isFull(): boolean {
    return this.#malformed !== undefined && this.#malformed.length >= maxMessages;
  }

  /** The problems, up to the maximum number, for a report. */
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
