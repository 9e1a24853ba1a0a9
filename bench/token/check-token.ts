import { readFileSync } from 'node:fs';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Agent, request } from 'undici';
import { tokenRequest } from './credentials.ts';
import type { PinnedServer } from './pinned-server.ts';

/** Rejects if a server's answer contains no ES256 token for the client, so that like is compared with like. */
export async function checkToken({ url, program }: PinnedServer): Promise<void> {
  const ca = program.caFile === undefined ? {} : { ca: readFileSync(program.caFile) };
  const dispatcher = new Agent({ connect: ca });
  const answer = await request(url, { ...tokenRequest, dispatcher });
  const text = await answer.body.text();
  await dispatcher.close();
  if (answer.statusCode !== 200) throw new Error(`${program.name} answers ${answer.statusCode}: ${text}`);
  const { access_token: token } = JSON.parse(text) as { readonly access_token: string };
  const { alg, typ } = decodeProtectedHeader(token);
  const isUsual = alg === 'ES256' && typ === 'at+jwt' && decodeJwt(token)['client_id'] !== undefined;
  if (!isUsual) throw new Error(`The token of ${program.name} is no usual one.`);
}
