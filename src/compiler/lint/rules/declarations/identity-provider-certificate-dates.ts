import { placeOf } from '#source/place.ts';
import { readCertificateDates, type CertificateDates } from './parts/read-certificate-dates.ts';
import { defineRule, type ExampleEdit } from '#compiler/rule/define-rule.ts';
import { addProvider } from '#compiler/rule/example-edits.ts';

const dayMs = 24 * 60 * 60 * 1000;

const campus = (...files: readonly string[]): ExampleEdit => {
  const references = files.map((file) => `{ fromFile: certs/${file}.pem }`).join(', ');
  const issuer = 'https://sso.example.edu';
  return addProvider('campus', `type: saml\nissuer: ${issuer}\ncertificates: [${references}]\n`);
};
/** Valid from 1 February 2026. */
const comingCertificate = `-----BEGIN CERTIFICATE-----
MIICqDCCAZACAQEwDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPc3NvLmV4YW1w
bGUuZWR1MB4XDTI2MDIwMTAwMDAwMFoXDTI3MDIwMTAwMDAwMFowGjEYMBYGA1UE
AwwPc3NvLmV4YW1wbGUuZWR1MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC
AQEAsFdsvjPwE8AEyNwmkNCuCr42bUCgIP3uH+3zbD41HVmlWqwN+ES18z0zjl7V
DMT/NnX3Y/Cjl/glxx/o31wV1YIv01o0S+5YeXaHMVMBe5egRh1+nasF4vWcawNc
ef+SPutiZNJ9K4i4SrRXdbNBar9tS4V4g9GOS5POG1pBSBHrgeIYKHe9qj0N6pA0
jtvtkYcc6ZQr8Lo9XQbSRLvqLlQAZ7R/aFlEGwTvcsOZScgarHhBrqGEgG2j+/V1
97kQ4IE/wb86Xw2rB+A1OzaojQau/fESZGAoSxvWJ+xbxAaQPf4IRinoivBotOP4
qKBSVkqItwUtp46wjf7NhNGh/wIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQCbv4Pa
Z8UBc7LCXCtqTEKDnGVMcqXLWC6AKCxAk3wAB7y1IS3dkt0ymwNONWjrGkJpSBdI
ZNvkUwffHWwOjZ0FSNsijgOJFVGvrxCweuMTXVax0NmslgzmMiZG7PELFRDR/XEq
YZPXUv9K474QXKtMSuHDJxkMcrlVmgym6bdajuho91DWYOD7vkasMLseTD6JJp95
oKBRtZiP/7/dTROUSpEYF3nbBlcHTuxsj4p23bZrL9l7aH/mmYh59ljU2GMDTNze
h4/Hp+LZaHaOb84fYf+vXqNxn91IgRspEvLU5L/EkMDEiaxtPZlIAXhuZahbx9tl
4USamtZvcXETON3M
-----END CERTIFICATE-----
`;
const provider = 'identity-providers/campus.yaml';

export const identityProviderCertificateDates = defineRule({
  name: 'identity-provider-certificate-dates',
  section: '5.3',
  severity: 'warning',
  group: 'design',
  summary: 'The certificates of a SAML identity provider are valid today.',
  why: 'The gateway trusts a declared certificate regardless of its dates, so nothing else shows that the provider has replaced it.',
  examples: [
    {
      title: 'A certificate that is not among the sources',
      edits: [campus('elsewhere')],
      findings: [],
    },
    {
      title: 'Only the next certificate',
      edits: [campus('coming'), { file: 'certs/coming.pem', content: comingCertificate }],
      findings: [
        `${provider}:5:16 No certificate of the identity provider campus is valid yet: this one becomes valid in 31 days, on 2026-02-01.`,
      ],
    },
  ],
  check: {
    workspace: ({ identityProviders }, { report, moment }) => {
      if (!moment) return;
      for (const { value, place } of identityProviders) {
        if (value.type !== 'saml') continue;
        const dates = value.certificates.map(({ fromFile = '' }) =>
          readCertificateDates(moment.certificates.get(fromFile) ?? ''),
        );
        for (const [index, problem] of findProblems(value.name, dates, moment.now))
          report({ at: placeOf(place, 'certificates', index), ...problem });
      }
    },
  },
});

type Problem = readonly [index: number, { readonly message: string; readonly help: string }];

/**
 * The problems of a provider's certificates, each with the index of the declared reference, which may contain several
 * certificates.
 */
function findProblems(
  name: string,
  declared: readonly (readonly CertificateDates[])[],
  now: number,
): readonly Problem[] {
  // A certificate that cannot be read here may be valid.
  const mayBeValid = declared.some((dates) => dates.length === 0 || dates.some((one) => isValid(one, now)));
  return declared.flatMap((dates, index) =>
    dates.flatMap(({ from, until }): readonly Problem[] => {
      if (until < now) return [[index, describeExpired(name, until, now)]];
      return from > now && !mayBeValid ? [[index, describeComing(name, from, now)]] : [];
    }),
  );
}

function isValid({ from, until }: CertificateDates, now: number): boolean {
  return from <= now && now <= until;
}

function describeExpired(name: string, until: number, now: number): Problem[1] {
  return {
    message: `A certificate of the identity provider ${name} expired ${countDays(now - until)} ago, on ${toDay(until)}.`,
    help: 'Declare the certificate that the provider signs with now, and remove this one.',
  };
}

function describeComing(name: string, from: number, now: number): Problem[1] {
  return {
    message: `No certificate of the identity provider ${name} is valid yet: this one becomes valid in ${countDays(from - now)}, on ${toDay(from)}.`,
    help: 'Declare the certificate that the provider signs with now beside it.',
  };
}

function countDays(milliseconds: number): string {
  const days = Math.ceil(milliseconds / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
