import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { writeTable } from '#compiled/table.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { signTable } from '#platform/keys/table-signature.ts';
import { makeTableKey } from '../platform/table-key-in-test.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';

/** The table of a folder of sources, as `compile` writes it. */
export async function compileTable(root: string, deployment = 'production'): Promise<Buffer> {
  const { compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', deployment);
  if (!compiled) throw new Error('the sources have errors');
  return Buffer.from(writeTable(compiled));
}

/** A key, and its signatures; each signature is made a second later than the one before. */
export async function makeSigner(kind?: 'ed25519' | 'p256') {
  const pair = await makeTableKey(kind);
  let now = Date.now() - 3_600_000;
  const sign = async (table: Uint8Array, at = (now += 1000)) =>
    Buffer.from(`${await signTable(table, pair.key, at)}\n`);
  return { ...pair, sign };
}

/** A server of a table and its signature, as a web server with ETags is one. */
export async function openTableServer(tls?: { readonly cert: string; readonly key: string }) {
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  let broken: number | undefined;
  /** A task that runs once before the next answer for a path. */
  const before = new Map<string, () => void>();
  const answer: RequestListener = ({ url = '', headers }, response) => {
    const path = url.replace(/\?.*/, '');
    before.get(path)?.();
    before.delete(path);
    const file = files.get(path);
    const etag = `"${createHash('sha256')
      .update(file ?? '')
      .digest('hex')}"`;
    const status = broken ?? (file ? (headers['if-none-match'] === etag ? 304 : 200) : 404);
    asked.push(`${url} ${status}`);
    response.writeHead(status, { etag }).end(status === 200 ? file : undefined);
  };
  const server = await openUpstream('tables', answer, tls);
  onTestFinished(server.close);
  return {
    url: `${server.url}/table.json`,
    /** The requests, and their answers; each is returned once. */
    asked: () => asked.splice(0),
    put: (table: Buffer, signature?: Buffer) => {
      files.set('/table.json', table);
      if (signature) files.set('/table.json.jws', signature);
      else files.delete('/table.json.jws');
    },
    before,
    /** Has it answer everything with a status; undefined to mend it. */
    breakDown: (status: number | undefined) => void (broken = status),
    close: server.close,
  };
}
