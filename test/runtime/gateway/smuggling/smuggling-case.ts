/** The data of a hostile or broken client on one connection, and all allowed results. */
export interface SmugglingCase {
  readonly what: string;
  /** `{dogs}` is replaced by the path of the resource, `{authorization}` by a header with a good token. */
  readonly bytes: string;
  /** Status and error code of each answer that the client gets, to the end of its connection. */
  readonly answers: readonly string[];
  /** Every request that the upstream saw, and how its body was framed. */
  readonly upstream: readonly string[];
  /** Whether the upstream may have seen the beginning of the request, and never its end. */
  readonly mayBegin?: true;
  /** Whether the body is as the operation declares; otherwise a gateway that reads it answers 400. */
  readonly isJson?: false;
}

/** Well-formed and allowed, so that a server that takes it for a request serves it. */
export const smuggled = 'GET {dogs}/smuggled HTTP/1.1\r\nHost: a\r\n{authorization}\r\n\r\n';

/** Follows each case on the same connection; the upstream sees it where the connection is still in step. */
export const sequel = 'GET {dogs}/sequel HTTP/1.1\r\nHost: a\r\n{authorization}\r\nConnection: close\r\n\r\n';
export const sequelSeen = 'GET /dogs/sequel [no body]';

/** The head of a request with a good token and one Host. */
export function head(method: string, ...lines: readonly string[]): string {
  return headTo(`${method} {dogs} HTTP/1.1`, 'Host: gateway.example.edu', ...lines);
}

/** The head of a request with a good token. */
export function headTo(requestLine: string, ...lines: readonly string[]): string {
  return [requestLine, ...lines, '{authorization}', '', ''].join('\r\n');
}

/** The head of a request with a JSON body. */
export function post(...lines: readonly string[]): string {
  return head('POST', 'Content-Type: application/json', ...lines);
}

export const chunks = '5\r\n12345\r\n0\r\n\r\n';

type Sent = readonly [what: string, bytes: string];

/** Refused, and the rest of the connection with it. */
export function refused(...sent: readonly Sent[]): readonly SmugglingCase[] {
  return answered(['400 request_malformed'], ...sent);
}

/** Answered only by the gateway, and the rest of the connection left unread. */
export function answered(answers: readonly string[], ...sent: readonly Sent[]): readonly SmugglingCase[] {
  return sent.map(([what, bytes]) => ({ what, bytes, answers, upstream: [] }));
}

/** Taken for the one request that it is, after which the connection is in step. */
export function passed(upstream: string, ...sent: readonly Sent[]): readonly SmugglingCase[] {
  return sent.map(([what, bytes]) => ({
    what,
    bytes,
    answers: ['200', '200'],
    upstream: [upstream, sequelSeen],
  }));
}

/** Answered only by the gateway, after which the connection is in step. */
export function skipped(answer: string, ...sent: readonly Sent[]): readonly SmugglingCase[] {
  return sent.map(([what, bytes]) => ({ what, bytes, answers: [answer, '200'], upstream: [sequelSeen] }));
}

/** Taken for the one request that it is; what follows on the connection is refused. */
export function passedAlone(upstream: string, ...sent: readonly Sent[]): readonly SmugglingCase[] {
  return sent.map(([what, bytes]) => ({
    what,
    bytes,
    answers: ['200', '400 request_malformed'],
    upstream: [upstream],
  }));
}

/** Taken for the one request that it is; what follows on the connection begins with a method that does not exist. */
export function passedBeforeUnknown(upstream: string, ...sent: readonly Sent[]): readonly SmugglingCase[] {
  const answers = ['200', '501 method_unknown'];
  return passedAlone(upstream, ...sent).map((each) => ({ ...each, answers }));
}

/** Taken for the one request that it is, which ends its connection. */
export function passedOnce(upstream: string, ...sent: readonly Sent[]): readonly SmugglingCase[] {
  return sent.map(([what, bytes]) => ({ what, bytes, answers: ['200'], upstream: [upstream] }));
}
