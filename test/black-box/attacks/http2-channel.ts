import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { gatewayHost, type Answer } from '../black-box-case.ts';
import { listHeaders, openHttp2 } from '../secure/speak-http2.ts';
import { fillInTokens, nameHeaders, type Target } from '../send-case.ts';
import { bodyOfAttack, fieldsOf, type Attack } from './attack.ts';
import type { Channel } from './send-attacks.ts';

/** Sends attacks in HTTP/2, as far as the client of Node does. */
export function openHttp2Channel(target: Target, ca: string): Channel {
  let session: ClientHttp2Session | undefined;
  return {
    exchange: async (attack, identifier) => {
      if (!session || session.closed || session.destroyed) session = openHttp2(target.port, ca);
      const stream = await openStream(session, attack, identifier, target);
      return [await readAnswer(stream, target)];
    },
    close: () => session?.destroy(),
  };
}

/** Header names that HTTP/2 forbids (RFC 9113 section 8.2.2), which the client of Node does not send. */
const forbidden: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Whether the client of Node sends an attack in HTTP/2. */
export function isForHttp2({ line, fields = [], trailers = [] }: Attack): boolean {
  const [method = '', path = ''] = splitLine(line);
  const names = [...fields, ...trailers].map((field) => readField(field)[0]);
  return method !== 'CONNECT' && path.startsWith('/') && !names.some((name) => forbidden.has(name));
}

/** The attack with what Envoy takes it for over HTTP/2, which has an authority beside the Host header. */
export function overHttp2(attack: Attack): Attack {
  const { onEnvoy: _, ...others } = attack;
  const named = (name: string) => (attack.fields ?? []).map(readField).filter(([own]) => own === name);
  const hosts = named('host').map(([, value]) => value);
  const hasLength = attack.trailers?.some((line) => readField(line)[0] === 'content-length');
  // Both refuse it.
  if (hasLength || hosts.length > 1 || hosts[0] === '') return others;
  // Envoy refuses what the built-in data plane ignores.
  return /[/,]/.test(hosts[0] ?? '') ? { ...others, onEnvoy: refusedByEnvoy } : attack;
}

/** Like an empty Host header. */
const refusedByEnvoy = { code: 'malformed_requests', reading: { fields: ['Host:'] } } as const;

async function openStream(
  session: ClientHttp2Session,
  attack: Attack,
  identifier: string,
  { tokenFor }: Target,
): Promise<ClientHttp2Stream> {
  const [method = '', path = ''] = splitLine(attack.line);
  const lines = await Promise.all(fieldsOf(attack, identifier).map((field) => fillInTokens(field, tokenFor)));
  const pseudo = [':method', method, ':path', path, ':authority', gatewayHost, ':scheme', 'https'];
  const { trailers } = attack;
  const stream = session.request([...pseudo, ...lines.flatMap(readField)], {
    endStream: !trailers,
    waitForTrailers: trailers !== undefined,
  });
  if (!trailers) return stream;
  stream.on('wantTrailers', () => stream.sendTrailers(Object.fromEntries(trailers.map(readField))));
  stream.end(bodyOfAttack);
  return stream;
}

function splitLine(line: string): readonly string[] {
  const space = line.indexOf(' ');
  return [line.slice(0, space), line.slice(space + 1)];
}

function readField(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** How long a server may be silent that should answer. */
const patienceMs = 20_000;

/** What is refused by a reset of its stream, or by the end of its connection. */
const reset: Answer = { status: 400, headers: {}, body: 'refused in the way of HTTP/2' };

async function readAnswer(stream: ClientHttp2Stream, target: Target): Promise<Answer> {
  const head = await readHead(stream);
  if (!head) return reset;
  const { ':status': status = 0, ...headers } = head;
  const body = await text(stream);
  return { status: Number(status), headers: nameHeaders(listHeaders(headers), target), body };
}

/** Undefined if there is no answer. */
function readHead(stream: ClientHttp2Stream): Promise<IncomingHttpHeaders | undefined> {
  stream.setTimeout(patienceMs, () => stream.close());
  return new Promise((resolve) =>
    stream
      .on('response', resolve)
      // What follows shows it.
      .on('error', () => undefined)
      .on('close', () => resolve(undefined)),
  );
}
