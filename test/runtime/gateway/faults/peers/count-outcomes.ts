import { Agent, request } from 'node:http';
import type { Proxy } from './peer-programs.ts';

export interface CallsOfFault {
  readonly method: string;
  readonly path: string;
  readonly body?: Buffer;
  readonly count: number;
}

/** The number of concurrent calls, each on a connection that is kept. */
const atOnce = 6;

/** How often each outcome was seen: `200 ok`, `502`, or `cut off`. */
export type Outcomes = Readonly<Record<string, number>>;

/** Makes calls at a proxy, as many programs do at once. */
export async function countOutcomes(
  { url, headers }: Pick<Proxy, 'url' | 'headers'>,
  calls: CallsOfFault,
): Promise<Outcomes> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const counts: Record<string, number> = {};
  let left = calls.count;
  const work = async () => {
    while (left-- > 0) {
      const outcome = await callOnce(agent, `${url}${calls.path}`, headers, calls);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  agent.destroy();
  return counts;
}

function callOnce(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  { method, body }: CallsOfFault,
): Promise<string> {
  return new Promise((resolve) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const call = request(url, { agent, method, headers: { ...headers, ...length } });
    let isAnswered = false;
    call.on('response', (answer) => {
      isAnswered = true;
      let text = '';
      answer.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
      answer.on('end', () => resolve(answer.complete ? nameOf(answer.statusCode, text) : 'cut off'));
      answer.on('error', () => resolve('cut off'));
    });
    // An unread rest of the body may break the connection behind it.
    call.on('error', () => void (isAnswered || resolve('cut off')));
    call.end(body);
  });
}

/** The proxy's own answer is named only by its status, since each has its own text. */
function nameOf(status = 0, text: string): string {
  return status >= 500 ? String(status) : `${status} ${text}`;
}
