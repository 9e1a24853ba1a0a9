import { mintToken } from '../runtime/token/mint-token.ts';
import type { ServedGeneration } from './served-generation.ts';

/** A client that no table can declare, since a consumer key has no space. */
const probe = {
  consumerKey: 'probe of a generation',
  keySet: 'production',
  application: { name: 'probe', type: 'service', owner: '', grants: [], callbackUrls: [], keySets: [] },
  secretDigests: [],
} as const;

/** Checks that a generation admits what it issues before any caller meets it. Rejects where it does not. */
export async function probeGeneration({ gateway, authorization }: ServedGeneration): Promise<void> {
  const claims = await gateway.verifyToken(await mintToken(authorization.mint, probe));
  if (claims?.clientId !== probe.consumerKey)
    throw new Error('the gateway does not admit the tokens that it issues');
}
