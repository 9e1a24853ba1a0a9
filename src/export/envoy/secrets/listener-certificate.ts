import type { ListenerSettings } from '#compiled/settings/gateway-settings.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import type { Refusal } from '../refusal.ts';
import { locateSecret } from './locate-secret.ts';
import { certificateSecret } from './secret-resources.ts';

/** The certificate that Envoy presents to clients, or the refusal if it has none. */
type ListenerCertificate = { readonly secret: EnvoyResource } | { readonly refusal: Refusal };

/**
 * The name of the secret, the same for every certificate, so that the listener does not change: Envoy would close the
 * connections of a listener whose certificate it refuses.
 */
export const listenerSecret = 'listener';

/** Exports the certificate of the listener. Relative files are in `folder`. */
export function listenerCertificate(
  { tls }: Pick<ListenerSettings, 'tls'>,
  folder: string,
): ListenerCertificate {
  if (!tls) return refuse('The listener has no certificate, and Envoy cannot generate one.');
  const [certificate, key] = [tls.certificate, tls.key].map((reference) => locateSecret(reference, folder));
  if (certificate === undefined || key === undefined)
    return refuse('The certificate of the listener or its key is in an environment variable.');
  return { secret: certificateSecret(certificate, key, listenerSecret) };
}

function refuse(message: string): ListenerCertificate {
  return {
    refusal: {
      deviation: 'listener_certificate',
      subject: 'Gateway listener.tls',
      message,
      help: 'Declare listener.tls with a certificate and a key in files (fromFile).',
    },
  };
}
