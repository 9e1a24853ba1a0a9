import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  StoreError,
  type GrantId,
  type ListedGrant,
  type RevocationListener,
  type Seconds,
  type TokenStore,
} from '#runtime/ports/token-store.ts';

const program = fileURLToPath(new URL('store-process.ts', import.meta.url));

/** A store that another process has open. */
export interface StoreElsewhere extends TokenStore {
  /** Ends the process at once; unanswered requests are rejected. */
  readonly kill: () => Promise<void>;
  /** Keeps the process from running until it is killed. */
  readonly freeze: () => void;
}

/** Opens a store at an address, a file or a redis URL, in a separate process. */
export async function openElsewhere(address: string): Promise<StoreElsewhere> {
  const child = spawn(process.execPath, [program, address], { stdio: 'pipe' });
  const complaint = text(child.stderr);
  const ended = once(child, 'close');
  const listeners = new Set<RevocationListener>();
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const ready = Promise.withResolvers<void>();
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [what, ...rest] = JSON.parse(line) as [number | string, ...unknown[]];
    if (what === 'ready') return ready.resolve();
    if (what === 'revoked') return listeners.forEach((listener) => listener(...(rest as [string, number])));
    const [outcome, value] = rest;
    if (outcome === 'done') asked.get(Number(what))?.resolve(value);
    else asked.get(Number(what))?.reject(new StoreError(String(value)));
    return asked.delete(Number(what));
  });
  void ended.then(async () => {
    ready.reject(new Error(`the process ended: ${await complaint}`));
    for (const { reject } of asked.values()) reject(new StoreError('the process ended'));
    asked.clear();
  });
  let count = 0;
  const ask = (verb: string, values: readonly unknown[]): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    if (child.exitCode !== null || child.signalCode !== null)
      return Promise.reject(new StoreError('the process ended'));
    asked.set((count += 1), answer);
    child.stdin.write(`${JSON.stringify([count, verb, values])}\n`);
    return answer.promise;
  };
  await ready.promise;
  const verb =
    <Value>(name: string) =>
    (...values: readonly unknown[]) =>
      ask(name, values) as Promise<Value>;
  return {
    putCode: verb('putCode'),
    takeCode: async (...values) =>
      ((await ask('takeCode', values)) ?? undefined) as Awaited<ReturnType<TokenStore['takeCode']>>,
    openGrant: verb('openGrant'),
    findGrant: async (...values) =>
      ((await ask('findGrant', values)) ?? undefined) as Awaited<ReturnType<TokenStore['findGrant']>>,
    listGrants: async function* (subject) {
      yield* (await ask('listGrants', subject === undefined ? [] : [subject])) as readonly ListedGrant[];
    },
    putLogin: verb('putLogin'),
    findLogin: async (...values) =>
      ((await ask('findLogin', values)) ?? undefined) as Awaited<ReturnType<TokenStore['findLogin']>>,
    rotate: verb('rotate'),
    claim: verb('claim'),
    endClaim: verb('endClaim'),
    revoke: verb('revoke'),
    revocations: async () => new Map((await ask('revocations', [])) as readonly [GrantId, Seconds][]),
    onRevoked: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child.kill('SIGSTOP'),
  };
}
