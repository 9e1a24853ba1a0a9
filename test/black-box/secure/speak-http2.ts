import { METHODS } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { hopByHopHeaders } from '#compiled/header-fate.ts';
import type { BlackBoxCase, Headers, Outcome } from '../black-box-case.ts';
import { nameHeaders, describeSeen, fillInTokens, type Target } from '../send-case.ts';

interface ParsedRequest {
  readonly method: string;
  readonly path: string;
  /** Names as they were written, and values. */
  readonly fields: readonly (readonly [string, string])[];
  readonly body: string;
}

/** The request of a case as HTTP/2 sends it; undefined if only HTTP/1.1 can say the same. */
export function parseRequest(bytes: string): ParsedRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...lines] = bytes.slice(0, end).split('\r\n');
  const [, method = '', path] = /^([A-Z]+) (\/[!-~]*) HTTP\/1\.1$/.exec(line) ?? [];
  if (path === undefined || method === 'CONNECT' || !METHODS.includes(method)) return undefined;
  const fields = lines
    .filter((field) => field !== 'Connection: close' && !field.startsWith('Host: '))
    .map(
      (field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()] as const,
    );
  const names = fields.map(([name]) => name.toLowerCase());
  const isOnlyHttp1 =
    names.some((name) => hopByHopHeaders.has(name)) ||
    // The client of Node refuses to send it.
    names.filter((name) => name === 'authorization').length > 1;
  return isOnlyHttp1 ? undefined : { method, path, fields, body: bytes.slice(end + 4) };
}

/** A connection in HTTP/2 to a data plane whose certificate an authority has issued. */
export function openHttp2(port: number, ca: string): ClientHttp2Session {
  // Attacks have several values of a header of which Node would send only one.
  const options = { ca, strictSingleValueFields: false };
  const session = connect(`https://localhost:${port}`, options);
  // Its streams show the error as well.
  return session.on('error', () => undefined);
}

export async function sendByHttp2(
  { bytes }: BlackBoxCase,
  target: Target,
  session: ClientHttp2Session,
): Promise<Outcome> {
  const parsed = parseRequest(await fillInTokens(bytes, target.tokenFor));
  if (!parsed) throw new Error('HTTP/2 cannot say this');
  target.takeSeen();
  const stream = session.request(headersOf(parsed), { endStream: parsed.body === '' });
  if (parsed.body !== '') stream.end(Buffer.from(parsed.body, 'latin1'));
  const answered = new Promise<IncomingHttpHeaders>((resolve, reject) =>
    stream.on('response', resolve).on('error', reject),
  );
  const body = text(stream);
  const { ':status': status = 0, ...headers } = await answered;
  return {
    answers: [
      { status: Number(status), headers: nameHeaders(listHeaders(headers), target), body: await body },
    ],
    upstream: target.takeSeen().map(describeSeen),
  };
}

function headersOf({ method, path, fields }: ParsedRequest): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {
    ':method': method,
    ':path': path,
    ':authority': 'gateway.example.edu',
  };
  for (const [name, value] of fields) {
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = known === undefined ? value : [known, value].flat();
  }
  return headers;
}

export function listHeaders(headers: IncomingHttpHeaders): Headers {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) && value.length === 1 ? value[0] : value]),
  ) as Headers;
}
