import { join } from 'node:path/posix';
import type { EnvoyResource } from '../envoy-resources.ts';
import { nameByFiles } from '../text/file-text.ts';

const type = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret';

/** A certificate and its key, both in PEM files, which Envoy reads again when their folder changes. */
export function certificateSecret(
  certificateFile: string,
  keyFile: string,
  name: string = nameByFiles('certificate', certificateFile, keyFile),
): EnvoyResource {
  return {
    '@type': type,
    name,
    tls_certificate: {
      certificate_chain: { filename: certificateFile },
      private_key: { filename: keyFile },
      watched_directory: { path: join(certificateFile, '..') },
    },
  };
}

/** The authorities in a PEM file; only certificates that one of them has issued are trusted. */
export function authoritySecret(file: string): EnvoyResource {
  return {
    '@type': type,
    name: nameByFiles('authority', file),
    validation_context: { trusted_ca: { filename: file }, watched_directory: { path: join(file, '..') } },
  };
}

/** The value of a header, which is the content of a file. */
export function headerSecret(file: string): EnvoyResource {
  return { '@type': type, name: nameByFiles('header', file), generic_secret: { secret: { filename: file } } };
}
