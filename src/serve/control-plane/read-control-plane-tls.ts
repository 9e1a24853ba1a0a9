import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { explainSystemError } from '#platform/explain-system-error.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import { StartupError } from '../served/startup-error.ts';
import type { ControlPlaneFiles } from '../served/control-plane-settings.ts';

/** Reads the TLS material of the control plane. Rejects with a StartupError. */
export async function readControlPlaneTls(files: ControlPlaneFiles): Promise<TlsMaterial> {
  const [certificate, key, clientAuthorities] = (await Promise.all(
    [files.certificate, files.key, files.clientAuthorities].map(readPem),
  )) as [string, string, string];
  try {
    createSecureContext({ cert: certificate, key, ca: clientAuthorities });
  } catch {
    throw new StartupError(
      `The certificate ${files.certificate} and the key ${files.key} of the control plane are not valid PEM, or do not match.`,
    );
  }
  // Node silently trusts nobody if a file contains no certificate.
  if (!clientAuthorities.includes('-----BEGIN CERTIFICATE-----'))
    throw new StartupError(`The file ${files.clientAuthorities} does not contain a certificate in PEM.`);
  return { certificate, key, clientCa: clientAuthorities };
}

function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartupError(
      `The TLS material of the control plane is not usable: ${file} cannot be read (${explainSystemError(error)}).`,
    );
  });
}
