import type { MessagePort, Worker } from 'node:worker_threads';
import { messageOf } from './startup-error.ts';

/** The calls that one thread accepts from another, by name; all values are copied on their way. */
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

/** The calls between two threads: each calls what the other provides, in the order of sending. */
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

  /** Rejects with the message of the other thread's error, or as `end` defines. */
  request<Name extends keyof Theirs & string>(
    name: Name,
    value: Value<Theirs[Name]>,
  ): Promise<Answer<Theirs[Name]>> {
    if (this.#ended) return Promise.reject(this.#ended);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#latest += 1;
    this.#pending.set(this.#latest, { resolve, reject });
    this.#port.postMessage({ request: name, value, number: this.#latest } satisfies Message, []);
    // The other thread answers by the same type.
    return promise as Promise<Answer<Theirs[Name]>>;
  }

  /** Calls without waiting for an answer; an error that the other thread throws then ends that thread. */
  send<Name extends keyof Theirs & string>(name: Name, value: Value<Theirs[Name]>): void {
    this.#port.postMessage({ send: name, value } satisfies Message, []);
  }

  /** The other thread has ended: pending and later calls are rejected with the error. */
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
