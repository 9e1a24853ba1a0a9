import { X509Certificate, type KeyObject } from 'node:crypto';
import { placeOf } from '#source/place.ts';
import { defineRule, type ExampleEdit } from '#compiler/rule/define-rule.ts';
import { addProvider } from '#compiler/rule/example-edits.ts';

const campus = (...files: readonly string[]): ExampleEdit => {
  const references = files.map((file) => `{ fromFile: certs/${file}.pem }`).join(', ');
  const issuer = 'https://sso.example.edu';
  return addProvider('campus', `type: saml\nissuer: ${issuer}\ncertificates: [${references}]\n`);
};
const file = (name: string, content: string): ExampleEdit => ({ file: `certs/${name}.pem`, content });
const provider = 'identity-providers/campus.yaml';

export const identityProviderCertificateKeys = defineRule({
  name: 'identity-provider-certificate-keys',
  section: '5.3',
  severity: 'error',
  group: 'design',
  summary:
    'Every certificate of a SAML identity provider can be read, and has an RSA key of at least 2048 bits.',
  why: 'The gateway does not start or reload with another certificate.',
  examples: [
    { title: 'A certificate that is not among the sources', edits: [campus('elsewhere')], findings: [] },
    {
      title: 'A file without a certificate',
      edits: [campus('other'), file('other', 'MIICqDCCAZACAQEwDQYJKoZIhvcNAQELBQAw\n')],
      findings: [`${provider}:5:16 A certificate of the identity provider campus cannot be read.`],
    },
    {
      title: 'No certificates',
      severity: 'warning',
      edits: [campus()],
      findings: [
        `${provider}:5:15 The identity provider campus has no certificates, so its assertions are refused.`,
      ],
    },
  ],
  check: {
    workspace: ({ identityProviders }, { report, moment }) => {
      for (const { value, place } of identityProviders) {
        if (value.type !== 'saml') continue;
        const at = placeOf(place, 'certificates');
        if (value.certificates.length === 0) report({ at, ...describeNone(value.name), atMost: 'warning' });
        for (const [index, { fromFile = '' }] of value.certificates.entries()) {
          const pem = moment?.certificates.get(fromFile);
          const problem = pem === undefined ? undefined : findProblem(pem);
          if (problem === undefined) continue;
          report({ at: placeOf(at, index), ...describeProblem(value.name, problem) });
        }
      }
    },
  },
});

/** Why the certificates of a PEM text cannot verify assertions; undefined if they can. */
function findProblem(pem: string): string | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  const isWhole = blocks.length > 0 && blocks.length === pem.split('-----BEGIN CERTIFICATE-----').length - 1;
  if (!isWhole) return 'cannot be read';
  try {
    return blocks.map((block) => findWeakness(new X509Certificate(block).publicKey)).find(Boolean);
  } catch {
    return 'cannot be read';
  }
}

const fewestBits = 2048;

function findWeakness({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  const { modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType !== 'rsa')
    return `cannot verify assertions: its key is ${asymmetricKeyType?.toUpperCase()}`;
  if (modulusLength >= fewestBits) return undefined;
  return `cannot verify assertions: its key is RSA with ${modulusLength} bits`;
}

function describeProblem(name: string, problem: string) {
  return {
    message: `A certificate of the identity provider ${name} ${problem}.`,
    help: 'Declare certificates in PEM with RSA keys of at least 2048 bits.',
  };
}

function describeNone(name: string) {
  return {
    message: `The identity provider ${name} has no certificates, so its assertions are refused.`,
    help: 'Declare the certificate that the provider signs with, or remove the provider.',
  };
}
