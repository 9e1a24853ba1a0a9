/** The two parts of a request target (RFC 9112 section 3.2), byte for byte as they were sent. */
export interface RequestTarget {
  readonly path: string;
  /** With its question mark; empty if the target has no query. */
  readonly query: string;
}

/** Splits a request target in origin form or in absolute form. */
export function splitTarget(target: string): RequestTarget {
  const origin = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const question = origin.indexOf('?');
  const path = question === -1 ? origin : origin.slice(0, question);
  return { path: path === '' ? '/' : path, query: question === -1 ? '' : origin.slice(question) };
}
