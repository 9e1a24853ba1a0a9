import { connect } from 'node:net';
import { readAnswers, type ReadAnswer } from '../runtime/gateway/smuggling/read-answers.ts';
import type { Answer, BlackBoxCase, Headers, Outcome, Seen } from './black-box-case.ts';
import { sorted } from './black-box-case.ts';
import type { TokenFor } from './issue-tokens.ts';

/** What a case is sent to. */
export interface Target {
  readonly port: number;
  /** Of the table that it serves. */
  readonly digest: string;
  readonly tokenFor: TokenFor;
  readonly takeSeen: () => readonly Seen[];
}

/** Sends a case to a data plane, and returns what came of it with a word for what differs from run to run. */
export async function sendCase(
  { bytes, before = 0, asksVary }: BlackBoxCase,
  target: Target,
): Promise<Outcome> {
  const sent = await fillInTokens(bytes, target.tokenFor);
  for (let turn = 0; turn < before; turn++) await exchange(target.port, sent);
  target.takeSeen();
  const received = await exchange(target.port, sent);
  const seen = target.takeSeen().map(describeSeen);
  return {
    // Envoy answers HTTP/1.0 in that version.
    answers: readAnswers(received.replace(/^HTTP\/1\.0 /, 'HTTP/1.1 '), methodsIn(bytes)).map((answer) =>
      describeAnswer(answer, target),
    ),
    upstream: asksVary ? seen.slice(0, 1) : seen,
  };
}

/** What cases compare of a request that the upstream received. */
export function describeSeen(seen: Seen): Seen {
  return { ...seen, headers: nameIdentifiers(seen.headers) };
}

/** Replaces `{token:NAME}` by tokens. */
export async function fillInTokens(bytes: string, tokenFor: TokenFor): Promise<string> {
  let filled = bytes;
  for (const [place, name = ''] of bytes.matchAll(/\{token:([^}]+)\}/g))
    filled = filled.replace(place, await tokenFor(name));
  return filled;
}

/** Resolves with everything that is received until the connection ends, or until nothing comes for a while. */
function exchange(port: number, bytes: string): Promise<string> {
  const requests = methodsIn(bytes).length;
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1').setTimeout(2000, () => socket.destroy());
    socket.on('data', (data: string) => {
      received += data;
      // A server may leave it to the client to close; what still comes is read.
      if (requests > 0 && isComplete(received, requests)) socket.setTimeout(20);
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      received === '' && error.code !== 'ECONNRESET' ? reject(error) : undefined,
    );
    socket.on('close', () => resolve(received));
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

function methodsIn(bytes: string): readonly string[] {
  return [...bytes.matchAll(/^([A-Z]+) \S+ HTTP\/1\.1\r$/gm)].map(([, method = '']) => method);
}

function isComplete(received: string, requests: number): boolean {
  try {
    return readAnswers(received).filter(({ status }) => status >= 200).length >= requests;
  } catch {
    return false;
  }
}

const perConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** What cases compare of an answer. */
export function describeAnswer({ status, headAsSent, body }: ReadAnswer, { digest }: Target): Answer {
  return { status, headers: readHeaders(headAsSent, digest), body: Buffer.from(body, 'latin1').toString() };
}

function readHeaders(head: string, digest: string): Headers {
  const headers: Record<string, string | string[]> = {};
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const known = headers[name];
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  return nameHeaders(headers, { digest });
}

/** Without the headers of the connection, and with a word for what differs from run to run. */
export function nameHeaders(received: Headers, { digest }: Pick<Target, 'digest'>): Headers {
  const headers = Object.fromEntries(Object.entries(received).filter(([name]) => !perConnection.has(name)));
  if (headers['gatewright-digest'] === digest) headers['gatewright-digest'] = 'DIGEST';
  const { location, vary } = headers;
  // RFC 9110 section 5.3.
  if (typeof vary === 'object') headers['vary'] = vary.join(', ');
  // Only the port of the upstream differs from run to run.
  if (typeof location === 'string') headers['location'] = location.replace(/127\.0\.0\.1:\d+/, 'UPSTREAM');
  return nameIdentifiers(sorted(headers));
}

/** Gives request IDs that the gateway has made a word, and so much of a limit that it is never reached. */
function nameIdentifiers(headers: Headers): Headers {
  const { ratelimit } = headers;
  if (typeof ratelimit === 'string' && /r=\d{5}/.test(ratelimit))
    return nameIdentifiers({ ...headers, ratelimit: ratelimit.replace(/r=\d+/, 'r=PLENTY') });
  const id = headers['x-request-id'];
  const isMade = typeof id === 'string' && /^[\w-]{12,40}$/.test(id);
  return isMade ? { ...headers, 'x-request-id': 'ID' } : headers;
}
