import type { Socket } from 'node:net';
import { readAnswers, type ReadAnswer } from '../runtime/gateway/smuggling/read-answers.ts';

/** How long a server may be silent that should answer. */
const patienceMs = 20_000;

/** Sends requests one after the other on a connection, and opens another one once the server has closed it. */
export class KeptConnection {
  readonly #connect: () => Socket;
  #socket: Socket | undefined;
  /** What came in after an answer was complete. */
  #strays = '';

  constructor(open: () => Socket) {
    this.#connect = open;
  }

  /** The answers to a request; none if the server closes the connection without one. */
  async exchange(bytes: string, method: string): Promise<readonly ReadAnswer[]> {
    const isUsed = this.#socket !== undefined;
    const answers = await this.#send(bytes, method);
    // The server has closed the connection while it was idle.
    return answers.length === 0 && isUsed ? this.#send(bytes, method) : answers;
  }

  close(): void {
    this.#socket?.destroy();
    if (this.#strays !== '') throw new Error(`an answer that nobody asked for: ${this.#strays}`);
  }

  #open(): Socket {
    const socket = this.#connect().setEncoding('latin1').setTimeout(patienceMs);
    socket.on('error', () => undefined);
    socket.on('timeout', () => socket.destroy());
    socket.on('close', () => (this.#socket = this.#socket === socket ? undefined : this.#socket));
    return socket;
  }

  #send(bytes: string, method: string): Promise<readonly ReadAnswer[]> {
    const socket = (this.#socket ??= this.#open());
    let received = '';
    return new Promise((resolve) => {
      const end = (answers: readonly ReadAnswer[]) => {
        socket.off('data', read).off('close', endEmpty).on('data', this.#noteStray);
        if (answers.some(({ head }) => /\r\nconnection: close/.test(head))) this.#leave(socket);
        resolve(answers);
      };
      const read = (data: string) => {
        received += data;
        const answers = readComplete(received, method);
        if (answers) end(answers);
      };
      const endEmpty = () => end([]);
      socket.off('data', this.#noteStray).on('data', read).on('close', endEmpty);
      socket.write(Buffer.from(bytes, 'latin1'));
    });
  }

  readonly #noteStray = (data: string): void => {
    this.#strays += data;
  };

  #leave(socket: Socket): void {
    socket.destroy();
    this.#socket = undefined;
  }
}

function readComplete(received: string, method: string): readonly ReadAnswer[] | undefined {
  try {
    const answers = readAnswers(received, [method]);
    return answers.some(({ status }) => status >= 200) ? answers : undefined;
  } catch {
    return undefined;
  }
}
