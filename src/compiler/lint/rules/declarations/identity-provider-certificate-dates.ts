import { placeOf } from '#source/place.ts';
import { exampleCertificates } from '#compiler/rule/certificates/example-certificates.ts';
import {
  readCertificateDates,
  type CertificateDates,
} from '#compiler/rule/certificates/read-certificate-dates.ts';
import { defineRule, type ExampleEdit } from '#compiler/rule/define-rule.ts';
import { addProvider } from '#compiler/rule/example-edits.ts';

const dayMs = 24 * 60 * 60 * 1000;

const campus = (...files: readonly string[]): ExampleEdit => {
  const references = files.map((file) => `{ fromFile: certs/${file}.pem }`).join(', ');
  const issuer = 'https://sso.example.edu';
  return addProvider('campus', `type: saml\nissuer: ${issuer}\ncertificates: [${references}]\n`);
};
const file = (name: keyof typeof exampleCertificates): ExampleEdit => ({
  file: `certs/${name}.pem`,
  content: exampleCertificates[name],
});
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
      title: 'A certificate that is valid, on 1 January 2026',
      edits: [campus('valid'), file('valid')],
      findings: [],
    },
    {
      title: 'The next certificate next to a valid one',
      edits: [campus('valid', 'coming'), file('valid'), file('coming')],
      findings: [],
    },
    {
      title: 'A certificate that is not among the sources',
      edits: [campus('elsewhere')],
      findings: [],
    },
    {
      title: 'A certificate that has expired',
      edits: [campus('valid', 'expired'), file('valid'), file('expired')],
      findings: [
        `${provider}:5:47 A certificate of the identity provider campus expired 12 days ago, on 2025-12-20.`,
      ],
    },
    {
      title: 'Only the next certificate',
      edits: [campus('coming'), file('coming')],
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

/** What is wrong with the certificates of a provider, each declared one with its index; one may contain several. */
function findProblems(
  name: string,
  declared: readonly (readonly CertificateDates[])[],
  now: number,
): readonly Problem[] {
  // One that cannot be read here may be valid.
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
