import { apiKey } from '#compiled/api-key.ts';
import { describeFailure } from '#runtime/gateway/upstream/reject-upstream-failure.ts';
import type { EndedCall } from '#runtime/gateway/call.ts';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { type CallOutcome, statusOf, upstreamError } from '#runtime/telemetry/call-outcome.ts';
import type { GatewayEvent, UpstreamFailure } from '../served/gateway-event.ts';

/** How often repeated failures are reported, in milliseconds. */
const reportEveryMs = 60_000;
/** The most causes that are reported separately in that time: an upstream may give each failure other words. */
const maxCauses = 50;

interface LoggedCall extends CallOutcome, Pick<EndedCall, 'api' | 'upstream' | 'requestId'> {}

/**
 * Reports calls that fail at their upstream: a new cause at once, then once a minute how often it has occurred since. A
 * cause that did not occur for a minute is new again.
 */
export class UpstreamFailureLog {
  readonly #report: (event: GatewayEvent) => void;
  readonly #repeated = new Map<string, UpstreamFailure>();
  #others = 0;

  constructor(report: (event: GatewayEvent) => void, opened: AsyncDisposableStack) {
    this.#report = report;
    const timer = setInterval(() => this.reportRepeated(), reportEveryMs).unref();
    opened.defer(() => {
      clearInterval(timer);
      this.reportRepeated();
    });
  }

  ended(call: LoggedCall): void {
    const error = upstreamError(call);
    if (error === undefined && !isFailedByUpstream(call)) return;
    const failure = describe(call, error);
    const { api, upstream, status, code, cause } = failure;
    const key = JSON.stringify([api, upstream, status, code, cause]);
    const known = this.#repeated.get(key);
    if (known) this.#repeated.set(key, { ...failure, count: known.count + 1 });
    else if (this.#repeated.size >= maxCauses) this.#others += 1;
    else {
      this.#repeated.set(key, { ...failure, count: 0 });
      this.#report({ type: 'upstream-failed', ...failure });
    }
  }

  /** Reports what has occurred since the last report; called once a minute. */
  reportRepeated(): void {
    for (const [key, failure] of this.#repeated) {
      if (failure.count === 0) this.#repeated.delete(key);
      else {
        this.#report({ type: 'upstream-failed', ...failure });
        this.#repeated.set(key, { ...failure, count: 0 });
      }
    }
    if (this.#others === 0) return;
    const calls = this.#others === 1 ? '1 call' : `${this.#others} calls`;
    this.#report({ type: 'warning', message: `${calls} failed at upstreams for further causes.` });
    this.#others = 0;
  }
}

/** Whether the upstream itself has responded like a gateway that fails. */
function isFailedByUpstream(call: LoggedCall): boolean {
  if (call.rejected !== undefined || call.responseStartedAt === 0) return false;
  const status = statusOf(call);
  return status >= 502 && status <= 504;
}

function describe(call: LoggedCall, error: string | undefined): UpstreamFailure {
  const { api, upstream, failure, requestId } = call;
  return {
    api: api ? apiKey(api.manifest) : '',
    ...(upstream && { upstream: upstream.origin }),
    status: statusOf(call),
    ...(error !== undefined && { code: error }),
    cause: failure ? describeFailure(failure) : explain(error),
    count: 1,
    requestId,
  };
}

function explain(error: string | undefined): string {
  if (error === undefined) return 'the upstream has responded with it';
  return errorCodes[error as ErrorCode].developerMessage;
}
