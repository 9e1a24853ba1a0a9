import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import type { Refusal } from '../refusal.ts';
import { locateSecret } from '../secrets/locate-secret.ts';
import { readTargetAddress } from './target-address.ts';
import { authoritySecret, certificateSecret, headerSecret } from '../secrets/secret-resources.ts';

/** The secrets that the connections to an upstream need. */
export interface EndpointSecrets {
  readonly authority?: EnvoyResource;
  readonly clientCertificate?: EnvoyResource;
  /** A header with a secret value. */
  readonly header?: { readonly name: string; readonly secret: EnvoyResource };
}

interface FoundSecrets {
  readonly secrets: EndpointSecrets;
  readonly refusals: readonly Refusal[];
}

/** The secrets of an endpoint as resources that name their files, and a refusal for each that Envoy cannot read. */
export function findEndpointSecrets(
  subject: string,
  { ca, auth, targets }: CompiledEndpoint,
  folder: string,
): FoundSecrets {
  const files = new Map<SecretReference, string>();
  const references = [
    ca,
    auth?.header?.value,
    auth?.clientCertificate?.certificate,
    auth?.clientCertificate?.key,
  ].filter((reference) => reference !== undefined);
  const refusals = auth?.basic ? [refuseBasic(subject)] : [];
  for (const reference of references) {
    const file = locateSecret(reference, folder);
    if (file === undefined) refusals.push(refuseVariable(subject, reference));
    else files.set(reference, file);
  }
  if (refusals.length > 0) return { secrets: {}, refusals };
  const fileOf = (reference: SecretReference) => files.get(reference) ?? '';
  // Without TLS, certificates are left out, since Envoy never fetches secrets that no connection needs.
  const isTls = targets.some((target) => readTargetAddress(target).isTls);
  const certificate = isTls ? auth?.clientCertificate : undefined;
  return {
    secrets: {
      ...(ca && isTls && { authority: authoritySecret(fileOf(ca)) }),
      ...(certificate && {
        clientCertificate: certificateSecret(fileOf(certificate.certificate), fileOf(certificate.key)),
      }),
      ...(auth?.header && {
        header: { name: auth.header.name.toLowerCase(), secret: headerSecret(fileOf(auth.header.value)) },
      }),
    },
    refusals,
  };
}

function refuseVariable(subject: string, { fromEnv }: SecretReference): Refusal {
  return {
    deviation: 'secret_variables',
    subject,
    message: `Envoy cannot read the environment variable ${fromEnv}, which contains a secret of the endpoint.`,
    help: 'Write the secret to a file, and name it with fromFile.',
  };
}

function refuseBasic(subject: string): Refusal {
  return {
    deviation: 'basic_credentials',
    subject,
    message: 'Envoy cannot combine the username and the password of auth.basic into one header.',
    help: 'Write the value of the header to a file ("Basic ", then the Base64 of username:password), and declare auth.header with the name Authorization.',
  };
}
