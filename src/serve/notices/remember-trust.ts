import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** The contexts made last, by the PEM of its authorities: making one takes longer than all else of a delivery. */
const remembered = new Map<string, SecureContext>();

/** How many contexts are remembered, for e-mail and webhooks. */
const most = 2;

/** A context that trusts authorities besides those that Node trusts. What is not PEM of a certificate is ignored. */
export function rememberTrust(ca: string): SecureContext {
  const known = remembered.get(ca);
  if (known) return known;
  const context = createSecureContext({ ca: [...getCACertificates('default'), ca], minVersion: 'TLSv1.2' });
  remembered.set(ca, context);
  const [oldest] = remembered.keys();
  if (remembered.size > most && oldest !== undefined) remembered.delete(oldest);
  return context;
}
