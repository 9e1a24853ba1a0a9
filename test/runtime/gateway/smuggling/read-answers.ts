/** An answer as a client reads it from its connection, by the letter. */
export interface ReadAnswer {
  readonly status: number;
  /** In lower case. */
  readonly head: string;
  /** As it was received. */
  readonly headAsSent: string;
  readonly body: string;
}

/** Parses a client's received data, for requests of these methods in turn. Throws if it is not an answer. */
export function readAnswers(bytes: string, methods: readonly string[] = []): readonly ReadAnswer[] {
  const answers: ReadAnswer[] = [];
  let rest = bytes;
  while (rest !== '') {
    const finals = answers.filter(({ status }) => status >= 200).length;
    const { answer, length } = readAnswer(rest, methods[finals]);
    answers.push(answer);
    rest = rest.slice(length);
  }
  return answers;
}

function readAnswer(bytes: string, method: string | undefined): { answer: ReadAnswer; length: number } {
  const end = bytes.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(bytes)?.[1]);
  if (end === -1 || Number.isNaN(status)) throw new Error(`not an answer: ${JSON.stringify(bytes)}`);
  const headAsSent = bytes.slice(0, end);
  const head = headAsSent.toLowerCase();
  const start = end + 4;
  const hasBody = status >= 200 && status !== 204 && status !== 304 && method !== 'HEAD';
  const { body, length } = hasBody ? readBody(head, bytes.slice(start)) : { body: '', length: 0 };
  return { answer: { status, head, headAsSent, body }, length: start + length };
}

function readBody(head: string, bytes: string): { readonly body: string; readonly length: number } {
  if (/\r\ntransfer-encoding: chunked(\r\n|$)/.test(head)) return readChunks(bytes);
  const declared = /\r\ncontent-length: (\d+)(\r\n|$)/.exec(head)?.[1];
  const length = declared === undefined ? bytes.length : Number(declared);
  if (bytes.length < length) throw new Error(`cut off: ${JSON.stringify(head + bytes)}`);
  return { body: bytes.slice(0, length), length };
}

function readChunks(bytes: string): { readonly body: string; readonly length: number } {
  let body = '';
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.slice(at, end), 16);
    if (end === -1 || Number.isNaN(size)) throw new Error(`cut off in chunks: ${JSON.stringify(bytes)}`);
    if (size === 0) return { body, length: bytes.indexOf('\r\n\r\n', at) + 4 };
    body += bytes.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}
