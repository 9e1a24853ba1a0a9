import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { tokenRequest } from './credentials.ts';
import type { PinnedServer } from './pinned-server.ts';

const connections = 32;

/** Asks a server for tokens over connections that are kept alive; gives tokens per second. */
export async function measureRate({ url, program }: PinnedServer, seconds: number): Promise<number> {
  const tls = program.caFile === undefined ? {} : { tlsOptions: { ca: readFileSync(program.caFile) } };
  const result = await autocannon({ url, connections, duration: seconds, ...tokenRequest, ...tls });
  const failed = result.errors + result.non2xx;
  if (failed > 0) process.stdout.write(`  ${program.name}: ${failed} requests failed\n`);
  return result['2xx'] / result.duration;
}
