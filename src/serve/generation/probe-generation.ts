import { mintToken } from '../../runtime/token/mint-token.ts';
import type { ServedGeneration } from './served-generation.ts';

/** A client that no table can declare, since a consumer key has no space. */
const probe = { consumerKey: 'probe of a generation', keySet: 'production' } as const;

/** Checks that a generation admits what it issues before any caller meets it. Rejects where it does not. */
export async function probeGeneration({ gateway, authorization }: ServedGeneration): Promise<void> {
  const order = { client: probe, subject: 'probe', scopes: [] };
  const { token } = mintToken(authorization.mint, order);
  const verified = await gateway.verifyToken(token);
  if (verified?.claims.clientId !== probe.consumerKey)
    throw new Error('the gateway does not admit the tokens that it issues');
}
