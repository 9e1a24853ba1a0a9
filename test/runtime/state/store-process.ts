import { createInterface } from 'node:readline';
import { systemClock } from '#platform/system-clock.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { openRedisStore } from '#runtime/state/redis/redis-store.ts';
import { openSqliteStore } from '#runtime/state/sqlite/sqlite-store.ts';

// A process that opens a store and does what each line of its standard input requests: [number, verb, arguments]. It
// answers each with [number, 'done' or 'failed', what came of it], and reports revocations with ['revoked', id, until].

type Verb = Exclude<keyof TokenStore, 'onRevoked' | 'close'>;

const [, , address = ''] = process.argv;
const store = address.startsWith('redis:')
  ? await openRedisStore(address, systemClock)
  : openSqliteStore(address, systemClock);
store.onRevoked((id, until) => say(['revoked', id, until]));
say(['ready']);
for await (const line of createInterface({ input: process.stdin })) {
  const [number, verb, values] = JSON.parse(line) as [number, Verb, readonly unknown[]];
  void run(number, verb, values);
}
await store.close();

async function run(number: number, verb: Verb, values: readonly unknown[]): Promise<void> {
  try {
    const value = await ask(verb, values);
    say([number, 'done', value instanceof Map ? [...value] : value]);
  } catch (error) {
    say([number, 'failed', error instanceof Error ? error.message : String(error)]);
  }
}

function ask(verb: Verb, values: readonly unknown[]): Promise<unknown> {
  if (verb === 'listGrants') return Array.fromAsync(store.listGrants(...(values as [string?])));
  const method = store[verb] as (...given: unknown[]) => Promise<unknown>;
  return method.apply(store, [...values]);
}

function say(words: readonly unknown[]): void {
  process.stdout.write(`${JSON.stringify(words)}\n`);
}
