import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { tokenRequest } from './credentials.ts';
import type { PinnedServer } from './pinned-server.ts';

const connections = 32;

/** The rate of a server, and its processor time. */
export interface Rate {
  readonly tokensPerSecond: number;
  /** Microseconds of processor time for a token. */
  readonly microseconds: number;
}

interface Load {
  readonly tokens: number;
  readonly failed: number;
  readonly seconds: number;
}

/** Requests tokens from a server over connections that are kept alive. */
export type AskForTokens = (server: PinnedServer, seconds: number) => Promise<Load>;

/** By `wrk` if it is on the PATH, since a generator of load on Node is slower than the fastest server here. */
export function chooseGenerator(folder: string): { readonly name: string; readonly ask: AskForTokens } {
  try {
    execFileSync('which', ['wrk']);
  } catch {
    return { name: 'autocannon, which may itself be the limit', ask: askByAutocannon };
  }
  return { name: 'wrk', ask: askByWrk(folder) };
}

export async function measureRate(ask: AskForTokens, server: PinnedServer, seconds: number): Promise<Rate> {
  const before = server.processorSeconds();
  const { tokens, failed, seconds: taken } = await ask(server, seconds);
  const spent = server.processorSeconds() - before;
  if (failed > 0) process.stdout.write(`  ${server.program.name}: ${failed} requests failed\n`);
  return { tokensPerSecond: tokens / taken, microseconds: (spent * 1e6) / tokens };
}

const askByAutocannon: AskForTokens = async ({ url, program: { caFile } }, duration) => {
  const tls = caFile === undefined ? {} : { tlsOptions: { ca: readFileSync(caFile) } };
  const result = await autocannon({ url, connections, duration, ...tokenRequest, ...tls });
  return { tokens: result['2xx'], failed: result.errors + result.non2xx, seconds: result.duration };
};

function askByWrk(folder: string): AskForTokens {
  const script = join(folder, 'request.lua');
  const headers = Object.entries(tokenRequest.headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  const request = [`wrk.method = "${tokenRequest.method}"`, `wrk.body = "${tokenRequest.body}"`, ...headers];
  writeFileSync(script, request.join('\n'));
  return async ({ url }, seconds) => {
    const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url];
    return readReport((await promisify(execFile)('wrk', words)).stdout);
  };
}

/** As in `81234 requests in 5.01s`, and `Non-2xx or 3xx responses: 3` if there are any. */
function readReport(report: string): Load {
  const [, requests, seconds] = /(\d+) requests in ([\d.]+)s/.exec(report) ?? [];
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? 0);
  return { tokens: Number(requests) - failed, failed, seconds: Number(seconds) };
}
