import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { tokenRequest } from './credentials.ts';
import type { PinnedServer } from './pinned-server.ts';

const connections = 32;

/** How fast a server is, and what that takes. */
export interface Rate {
  readonly tokensPerSecond: number;
  /** Microseconds of processor time for a token. */
  readonly microseconds: number;
}

/** Asks a server for tokens over connections that are kept alive. */
export async function measureRate(server: PinnedServer, seconds: number): Promise<Rate> {
  const { url, program, processorSeconds } = server;
  const tls = program.caFile === undefined ? {} : { tlsOptions: { ca: readFileSync(program.caFile) } };
  const before = processorSeconds();
  const result = await autocannon({ url, connections, duration: seconds, ...tokenRequest, ...tls });
  const spent = processorSeconds() - before;
  const failed = result.errors + result.non2xx;
  if (failed > 0) process.stdout.write(`  ${program.name}: ${failed} requests failed\n`);
  const tokens = result['2xx'];
  return { tokensPerSecond: tokens / result.duration, microseconds: (spent * 1e6) / tokens };
}
