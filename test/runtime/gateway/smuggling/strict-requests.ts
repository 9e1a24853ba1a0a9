/** A request as it is on the wire, read strictly by RFC 9112. */
export interface StrictRequest {
  /** Method and target. */
  readonly line: string;
  /** By lower-case name, each value as often as it was sent. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly framing: 'no body' | 'length' | 'chunked';
  readonly body: string;
  readonly trailers: readonly string[];
}

export interface StrictReading {
  readonly requests: readonly StrictRequest[];
  /** What follows them, which is not a complete request. */
  readonly rest: string;
}

const requestLine = /^([A-Z-]+ [!-~]+) HTTP\/1\.1$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t -~\x80-\xff]*)$/;

/** Parses the bytes of a connection. Throws at the first one that RFC 9112 does not allow a sender. */
export function readStrictly(bytes: string): StrictReading {
  const requests: StrictRequest[] = [];
  let rest = bytes;
  for (let read = readOne(rest); read; read = readOne(rest)) {
    requests.push(read.request);
    rest = read.rest;
  }
  return { requests, rest };
}

function readOne(bytes: string): { readonly request: StrictRequest; readonly rest: string } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.slice(0, end).split('\r\n');
  const line = requestLine.exec(first)?.[1];
  if (line === undefined) throw new Error(`not a request line: ${JSON.stringify(first)}`);
  const headers = readHeaders(lines);
  const body = readBody(headers, bytes.slice(end + 4));
  return body && { request: { line, headers, ...body.read }, rest: body.rest };
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a header: ${JSON.stringify(line)}`);
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  if (headers.get('host')?.length !== 1) throw new Error('not one Host');
  return headers;
}

interface StrictBody {
  readonly read: Pick<StrictRequest, 'framing' | 'body' | 'trailers'>;
  readonly rest: string;
}

function readBody(headers: ReadonlyMap<string, readonly string[]>, bytes: string): StrictBody | undefined {
  const lengths = headers.get('content-length') ?? [];
  const codings = headers.get('transfer-encoding') ?? [];
  if (lengths.length + codings.length > 1) throw new Error('framed in more than one way');
  if (codings.length > 0) return readChunks(codings, bytes);
  const [length] = lengths;
  if (length === undefined) return { read: { framing: 'no body', body: '', trailers: [] }, rest: bytes };
  if (!/^\d+$/.test(length)) throw new Error(`not a length: ${JSON.stringify(length)}`);
  if (bytes.length < Number(length)) return undefined;
  const body = bytes.slice(0, Number(length));
  return { read: { framing: 'length', body, trailers: [] }, rest: bytes.slice(body.length) };
}

function readChunks([coding]: readonly string[], bytes: string): StrictBody | undefined {
  if (coding !== 'chunked') throw new Error(`not a coding: ${JSON.stringify(coding)}`);
  let body = '';
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n');
    if (end === -1) return undefined;
    const size = rest.slice(0, end);
    if (!/^[0-9a-f]+$/i.test(size)) throw new Error(`not the size of a chunk: ${JSON.stringify(size)}`);
    const after = end + 2 + Number.parseInt(size, 16);
    if (Number.parseInt(size, 16) === 0) return readTrailers(body, rest.slice(end));
    if (rest.length < after + 2) return undefined;
    if (rest.slice(after, after + 2) !== '\r\n') throw new Error('a chunk has no end');
    body += rest.slice(end + 2, after);
    rest = rest.slice(after + 2);
  }
}

/** `bytes` begin with the line end of the last chunk. */
function readTrailers(body: string, bytes: string): StrictBody | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const trailers = bytes.slice(2, end).split('\r\n').filter(Boolean);
  return { read: { framing: 'chunked', body, trailers }, rest: bytes.slice(end + 4) };
}
