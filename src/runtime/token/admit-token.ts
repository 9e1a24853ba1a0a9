import { Admission } from './admission.ts';
import { findHolder, type Standing } from './standing.ts';
import type { VerifiedToken } from './verified-token.ts';

/** Admits a token to the client that `findHolder` finds for it; of what was found before, only what is revoked is asked anew. */
export function admitToken(standing: Standing, token: VerifiedToken): Admission | undefined {
  const { admission } = token;
  if (admission?.mark === standing.mark)
    return standing.revocations.ends(token.claims) ? undefined : admission;
  const client = findHolder(standing, token.claims);
  if (!client) return undefined;
  token.admission = new Admission(standing.mark, client);
  return token.admission;
}
