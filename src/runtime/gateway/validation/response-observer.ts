import type { CompiledOperation } from '#compiled/compiled-api.ts';
import type { CheckBody } from './body-check.ts';
import { Findings } from './findings.ts';
import { HeldBytes } from './held-bytes.ts';
import { findContent, kindOf, mediaTypeOf } from './media-types.ts';
import type { PartValidation } from './part-validation.ts';
import type { ResponsePlan } from './response-plan.ts';

/** The longest body to check, in bytes. */
const maxBytes = 1024 * 1024;

/** Observes an upstream's response. It must neither change nor delay the response. */
export interface AnswerObserver {
  /** Header names are in lower case. */
  begin(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  data(chunk: Buffer): void;
  /** Called when the response is complete, and never if it was aborted. */
  end(): void;
}

type AnswerHeaders = Parameters<AnswerObserver['begin']>[1];

/** Reports the undeclared parts of a response after it was forwarded. */
export class ResponseObserver implements AnswerObserver {
  readonly #plan: ResponsePlan;
  readonly #validation: PartValidation;
  readonly #operation: CompiledOperation;
  readonly #hasBody: boolean;
  #status = 0;
  #violations: string[] = [];
  #checkBody: CheckBody | undefined;
  #held = new HeldBytes();

  constructor(
    plan: ResponsePlan,
    validation: PartValidation,
    operation: CompiledOperation,
    method: string | undefined,
  ) {
    this.#plan = plan;
    this.#validation = validation;
    this.#operation = operation;
    this.#hasBody = method !== 'HEAD';
  }

  begin(status: number, headers: AnswerHeaders): void {
    this.#status = status;
    const contents = this.#plan.contentsFor(status);
    if (!contents) this.#violations.push(`The status ${status} is not declared.`);
    const contentType = headers['content-type'];
    if (!contents || !this.#hasBody || typeof contentType !== 'string') return;
    const mediaType = mediaTypeOf(contentType);
    const content = findContent(contents, mediaType);
    if (content && headers['content-encoding'] === undefined)
      this.#checkBody = content.checkFor(kindOf(mediaType));
    if (!content) this.#violations.push(undeclaredType(status, contents));
  }

  data(chunk: Buffer): void {
    if (!this.#checkBody) return;
    if (this.#held.length + chunk.length <= maxBytes) return this.#held.add(chunk);
    this.#checkBody = undefined;
    this.#held = new HeldBytes();
  }

  end(): void {
    if (this.#checkBody || this.#violations.length > 0) setImmediate(() => this.#report());
  }

  #report(): void {
    const findings = new Findings();
    const body = this.#held.toBuffer();
    // Nothing would catch an error that a check throws here.
    if (body.length > 0) this.#validation.attempt(this.#operation, () => this.#checkBody?.(body, findings));
    const violations = [...this.#violations, ...findings.messages];
    if (violations.length > 0) {
      this.#validation.reportDrift(this.#operation, 'response', violations, this.#status);
    }
  }
}

function undeclaredType(status: number, contents: readonly { readonly mediaType: string }[]): string {
  if (contents.length === 0) return `A body is not declared for the status ${status}.`;
  const declared = contents.map(({ mediaType }) => mediaType).join(', ');
  return `The media type of the body is not declared for the status ${status}; declared: ${declared}.`;
}
