import { createServer, type AddressInfo, type Socket } from 'node:net';
import { readStrictly, type StrictRequest } from './strict-requests.ts';

/** The answer of an upstream to a request, its delay, and whether it then ends the connection. */
export type AnswerRequest = (requestLine: string) => {
  readonly bytes: string;
  readonly afterMs?: number;
  readonly ends?: true;
};

export const plainAnswer: AnswerRequest = (line) => ({
  bytes: `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${line.startsWith('HEAD ') ? '' : 'ok'}`,
});

/** An upstream that keeps every byte of every connection, and reads them by the letter. */
export type RecordingUpstream = Awaited<ReturnType<typeof openRecordingUpstream>>;

/** If it is `early` it answers as soon as it has read the head of a request. */
export async function openRecordingUpstream(
  answer: AnswerRequest = plainAnswer,
  when: 'early' | 'late' = 'late',
) {
  const connections = new Map<Socket, Recording>();
  const server = createServer((socket) => {
    const recording = { bytes: '', answered: 0, taken: 0, isOpen: true };
    connections.set(socket, recording);
    socket.setNoDelay(true);
    socket
      .on('error', () => undefined)
      .on('close', () => (recording.isOpen = false))
      .on('data', (data) => {
        recording.bytes += data.toString('latin1');
        answerWhatIsRead(socket, recording, answer, when);
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Waits until no request is incomplete. */
    settle: async () => {
      while ([...connections.values()].some(isInTheMiddle))
        await new Promise((later) => setTimeout(later, 2));
    },
    /** Everything received since the last call, with one line per request. */
    takeSeen: (): readonly string[] => {
      const seen = [...connections.values()].flatMap(takeFresh);
      for (const [socket, { isOpen }] of connections) if (!isOpen) connections.delete(socket);
      return seen;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        for (const socket of connections.keys()) socket.destroy();
      }),
  };
}

interface Recording {
  bytes: string;
  answered: number;
  taken: number;
  isOpen: boolean;
}

/** Anything else gets no answer. */
function answerWhatIsRead(socket: Socket, recording: Recording, answer: AnswerRequest, when: string): void {
  const { requests, rest } = readWhatCan(recording.bytes);
  const begun = when === 'early' && rest.includes('\r\n\r\n') ? [rest.slice(0, rest.indexOf(' HTTP/'))] : [];
  for (const line of [...requests.map((request) => request.line), ...begun].slice(recording.answered)) {
    recording.answered += 1;
    const { bytes, afterMs, ends } = answer(line);
    const send = () => {
      socket.write(Buffer.from(bytes, 'latin1'));
      if (ends) socket.end();
    };
    if (afterMs === undefined) send();
    else setTimeout(send, afterMs);
  }
}

function readWhatCan(bytes: string) {
  try {
    return { ...readStrictly(bytes), fault: undefined };
  } catch (error) {
    return { requests: [], rest: '', fault: error instanceof Error ? error.message : String(error) };
  }
}

function isInTheMiddle({ bytes, isOpen }: Recording): boolean {
  return isOpen && readWhatCan(bytes).rest !== '';
}

function takeFresh(recording: Recording): readonly string[] {
  const lines = describeRecording(recording);
  const fresh = lines.slice(recording.taken);
  recording.taken = lines.length;
  return fresh;
}

function describeRecording({ bytes }: Recording): readonly string[] {
  const { requests, rest, fault } = readWhatCan(bytes);
  if (fault !== undefined) return [`not HTTP: ${fault}`];
  const unfinished = rest === '' ? [] : [`unfinished: ${rest.slice(0, rest.indexOf('\r\n'))}`];
  return [...requests.map(describeRequest), ...unfinished];
}

/** What every upstream gets from the gateway; of what else it gets, nothing may go unseen. */
const usual: Readonly<Record<string, RegExp>> = {
  host: /^127\.0\.0\.1:\d+$/,
  connection: /^keep-alive$/,
  via: /^1\.[01] gatewright$/,
  forwarded: /^for=127\.0\.0\.1;/,
  'x-forwarded-for': /^127\.0\.0\.1$/,
  'x-forwarded-proto': /^https$/,
  'x-forwarded-host': /^gateway\.example\.edu$/,
  'x-request-id': /^[\w-]+$/,
  traceparent: /^[\da-f-]+$/,
  'x-api-key': /^a-key-of-the-tests$/,
  'content-length': /^/,
  'transfer-encoding': /^/,
  'content-type': /^application\/json$/,
};

function describeRequest({ line, headers, framing, body, trailers }: StrictRequest): string {
  const unusual = [...headers].flatMap(([name, values]) =>
    values
      .filter((value, index) => index > 0 || !usual[name]?.test(value))
      .map((value) => `${name}: ${value}`),
  );
  const told = trailers.map((trailer) => `trailer ${trailer}`);
  return [
    line,
    framing === 'no body' ? '[no body]' : '[body]',
    ...(body === '' ? [] : [body]),
    ...unusual,
    ...told,
  ].join(' ');
}
