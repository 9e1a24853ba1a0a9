import type { MessagePort, Worker } from 'node:worker_threads';
import { messageOf } from './startup-error.ts';

/** The calls that one thread accepts from another, by name. Arguments and results are copied. */
export type Calls<Names extends string = string> = {
  readonly [Name in Names]: (value: never) => unknown;
};

type Value<Call> = Call extends (value: infer Given) => unknown ? Given : never;
type Answer<Call> = Call extends (value: never) => infer Given ? Awaited<Given> : never;

type Message =
  | { readonly request: string; readonly value: unknown; readonly number: number }
  | { readonly send: string; readonly value: unknown }
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly error: string };

interface PendingCall {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calls between two threads. Each thread calls the functions of the other, in the order of sending. */
export class ThreadCalls<Theirs extends Calls<keyof Theirs & string>> {
  readonly #port: MessagePort | Worker;
  readonly #answers: Readonly<Record<string, (value: never) => unknown>>;
  readonly #pending = new Map<number, PendingCall>();
  #latest = 0;
  #ended: Error | undefined;

  constructor(port: MessagePort | Worker, answers: Calls) {
    this.#port = port;
    this.#answers = answers;
    port.on('message', (message: Message) => this.#receive(message));
  }

  /**
   * Calls a function of the other thread, and resolves with its result. Rejects with the message of its error, or with
   * the error passed to `end`.
   */
  request<Name extends keyof Theirs & string>(
    name: Name,
    value: Value<Theirs[Name]>,
  ): Promise<Answer<Theirs[Name]>> {
    if (this.#ended) return Promise.reject(this.#ended);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#latest += 1;
    this.#pending.set(this.#latest, { resolve, reject });
    this.#port.postMessage({ request: name, value, number: this.#latest } satisfies Message, []);
    // The other thread's function has this result type.
    return promise as Promise<Answer<Theirs[Name]>>;
  }

  /**
   * Calls a function of the other thread without waiting for a result. An error that it throws ends the other thread.
   */
  send<Name extends keyof Theirs & string>(name: Name, value: Value<Theirs[Name]>): void {
    this.#port.postMessage({ send: name, value } satisfies Message, []);
  }

  /** Call this when the other thread has ended; rejects pending and later calls with the error. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #receive(message: Message): void {
    if ('send' in message) return void this.#call(message.send, message.value);
    if ('request' in message) return void this.#answer(message.request, message.value, message.number);
    const pending = this.#pending.get(message.number);
    this.#pending.delete(message.number);
    if ('error' in message) pending?.reject(new Error(message.error));
    else pending?.resolve(message.answer);
  }

  async #answer(name: string, value: unknown, number: number): Promise<void> {
    let message: Message;
    try {
      message = { number, answer: await this.#call(name, value) };
    } catch (error) {
      message = { number, error: messageOf(error) };
    }
    this.#port.postMessage(message, []);
  }

  #call(name: string, value: unknown): unknown {
    const answer = this.#answers[name];
    if (!answer) throw new Error(`a thread was asked for ${name}, which it does not know`);
    return answer(value as never);
  }
}
