import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { PacedRequest, PacedResult } from '../pace.ts';

/**
 * Sends calls at a given rate, whether or not those before are answered, and measures each from the moment when it was
 * due: a server that stalls is charged with everything that waits meanwhile. Its argument is a PacedRequest in JSON,
 * its output a PacedResult.
 */
const order = JSON.parse(process.argv[2] ?? '{}') as PacedRequest;
const requests = readRequests();
const between = 1000 / order.rate;
const started = performance.now() + 100;
const measuredFrom = started + order.wakeUpSeconds * 1000;
const end = measuredFrom + order.seconds * 1000;
const naps = new Int32Array(new SharedArrayBuffer(4));
const napMilliseconds = 0.05;
const patienceMilliseconds = 10_000;

const latencies: number[] = [];
let [sent, answered, failed] = [0, 0, 0];
/** When those were due that no connection was free for. */
const waiting: number[] = [];
const free: Connection[] = [];

/** One request at a time; the answer is known by its Content-Length, or by the last chunk. */
class Connection {
  readonly #socket: Socket;
  #due = 0;
  #received: Buffer = Buffer.alloc(0);

  constructor() {
    const { hostname: host, port, protocol } = new URL(order.origin);
    const place = { host, port: Number(port), noDelay: true };
    this.#socket =
      protocol === 'https:' ? connectSecurely({ ...place, rejectUnauthorized: false }) : connect(place);
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => this.#replace());
  }

  send(due: number): void {
    this.#due = due;
    this.#socket.write(requests[sent % requests.length] ?? '');
    sent += 1;
  }

  #take(chunk: Buffer): void {
    const received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    this.#received = received;
    if (!isWhole(received)) return;
    this.#received = Buffer.alloc(0);
    this.#finish(received.toString('latin1', 9, 12) === '200');
    takeUp(this);
  }

  #finish(isGood: boolean): void {
    answered += 1;
    if (!isGood) failed += 1;
    if (this.#due >= measuredFrom) latencies.push(performance.now() - this.#due);
    this.#due = 0;
  }

  /** A connection that the server closes while nothing is under way is not a failure. */
  #replace(): void {
    if (performance.now() >= end) return;
    if (this.#due > 0) this.#finish(false);
    const index = free.indexOf(this);
    if (index >= 0) free.splice(index, 1);
    setTimeout(openConnection, 100);
  }
}

function openConnection(): void {
  takeUp(new Connection());
}

function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const head = received.toString('latin1', 0, headEnd);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) return received.length >= headEnd + 4 + Number(length);
  return received.subarray(-5).equals(Buffer.from('0\r\n\r\n'));
}

function takeUp(connection: Connection): void {
  const due = waiting.shift();
  if (due === undefined) free.push(connection);
  else connection.send(due);
}

function readRequests(): readonly string[] {
  const tokens = readFileSync(order.tokensFile, 'utf8').split('\n');
  const lines = readFileSync(order.callsFile, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [path, token] = line.split(' ');
    const headers = `Host: 127.0.0.1\r\nAccept: application/json\r\nAuthorization: Bearer ${tokens[Number(token) - 1]}`;
    return `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`;
  });
}

/** Short naps instead of timers, which count whole milliseconds; the upstream needs the core meanwhile. */
function pace(next: number): void {
  let due = next;
  for (const now = performance.now(); due <= now && due < end; due += between) {
    const connection = free.pop();
    if (connection) connection.send(due);
    else waiting.push(due);
  }
  const isOver = due >= end && (answered === sent || performance.now() > end + patienceMilliseconds);
  if (isOver) return finish();
  Atomics.wait(naps, 0, 0, napMilliseconds);
  setImmediate(pace, due);
}

function finish(): void {
  const sorted = Float64Array.from(latencies).toSorted();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const unanswered = sent - answered + waiting.length;
  const result: PacedResult = {
    requests: sorted.length,
    failed: failed + unanswered,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
  };
  process.stdout.write(JSON.stringify(result), () => process.exit());
}

for (let index = 0; index < order.connections; index += 1) openConnection();
pace(started);
