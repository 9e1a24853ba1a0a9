import { placeOf } from '#source/place.ts';
import {
  findDirectoryProblem,
  findUrlProblem,
  mayHoldSecret,
} from '#compiler/rule/declarations/find-url-problem.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addProvider } from '#compiler/rule/example-edits.ts';
import type { IdentityProviderDeclaration } from '#compiler/kinds/identity-provider/declaration.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { Declared } from '#compiler/workspace/declared.ts';

const ldap = (url: string, more = '') =>
  addProvider('campus', `type: ldap\nurl: ${url}\nsearchBase: dc=example,dc=edu\n${more}`);
const oidc = (issuer: string) =>
  addProvider(
    'campus',
    `type: oidc\nissuer: ${issuer}\nclientId: gateway\nclientSecret: { fromEnv: SSO_SECRET }\n`,
  );
const line = 'identity-providers/campus.yaml:4';

export const identityProviderUrl = defineRule({
  name: 'identity-provider-url',
  section: '5.3',
  severity: 'error',
  group: 'integrity',
  summary: 'The address of an identity provider is a URL with a supported scheme, a host and no secrets.',
  why: 'The gateway supports no other addresses, and many people can read what is in a repository.',
  examples: [
    { title: 'A directory', edits: [ldap('ldaps://ldap.example.edu')], findings: [] },
    { title: 'A directory at a port', edits: [ldap('ldaps://ldap.example.edu:1636')], findings: [] },
    {
      title: 'An OpenID Connect provider',
      edits: [oidc('https://login.example.edu/realms/x')],
      findings: [],
    },
    {
      title: 'A directory with another scheme',
      edits: [ldap('https://ldap.example.edu')],
      findings: [`${line}:6 The URL https://ldap.example.edu is not an ldaps or ldap URL.`],
    },
    {
      title: 'A directory with an entry in its URL',
      edits: [ldap('ldaps://ldap.example.edu/dc=example')],
      findings: [
        `${line}:6 The URL ldaps://ldap.example.edu/dc=example contains more than a host and a port.`,
      ],
    },
    {
      title: 'A password in the URL',
      edits: [ldap('ldaps://cn=reader:secret@ldap.example.edu')],
      findings: [`${line}:6 The URL contains a user name or password.`],
    },
    {
      title: 'TLS within TLS',
      edits: [ldap('ldaps://ldap.example.edu', 'startTls: true\n')],
      findings: [
        `identity-providers/campus.yaml:6:11 A connection to ldaps://ldap.example.edu uses TLS from the start, so \`startTls\` has no effect.`,
      ],
    },
    {
      title: 'An issuer that is not a URL',
      edits: [oidc('login.example.edu')],
      findings: [`${line}:9 The issuer login.example.edu is not an absolute http or https URL.`],
    },
    {
      title: 'An issuer with a query',
      edits: [oidc('https://login.example.edu?key=1')],
      findings: [`${line}:9 The issuer contains a query.`],
    },
    {
      title: 'The address of the metadata instead of the issuer',
      edits: [oidc('https://login.example.edu/.well-known/openid-configuration')],
      findings: [
        `${line}:9 The issuer https://login.example.edu/.well-known/openid-configuration is the address of the metadata.`,
      ],
    },
  ],
  check: {
    identityProvider: (provider, { report }) => {
      for (const finding of findProblems(provider)) report(finding);
    },
  },
});

function findProblems({ value, place }: Declared<IdentityProviderDeclaration>): readonly Finding[] {
  if (value.type === 'ldap') {
    const { url, startTls } = value;
    const problem = findDirectoryProblem(url);
    const at = placeOf(place, 'url');
    if (problem !== undefined) return [describeUrl('URL', url, problem, 'Write ldaps://HOST:PORT.', at)];
    return startTls && isLdaps(url) ? [describeStartTls(url, placeOf(place, 'startTls'))] : [];
  }
  const problem = value.type === 'oidc' ? findProblemOfIssuer(value.issuer) : undefined;
  if (problem === undefined) return [];
  const help = 'Write the issuer as the provider does in its metadata.';
  return [describeUrl('issuer', value.issuer, problem, help, placeOf(place, 'issuer'))];
}

function findProblemOfIssuer(issuer: string): string | undefined {
  const isMetadata = issuer.includes('/.well-known/');
  return findUrlProblem(issuer) ?? (isMetadata ? 'is the address of the metadata' : undefined);
}

function isLdaps(url: string): boolean {
  return URL.parse(url)?.protocol === 'ldaps:';
}

function describeUrl(noun: string, text: string, problem: string, help: string, at: Finding['at']): Finding {
  const secret = mayHoldSecret(text);
  return {
    at,
    message: `The ${noun} ${secret ? '' : `${text} `}${problem}.`,
    help,
    ...(secret && { secret }),
  };
}

function describeStartTls(url: string, at: Finding['at']): Finding {
  return {
    at,
    message: `A connection to ${url} uses TLS from the start, so \`startTls\` has no effect.`,
    help: 'Remove `startTls`, or begin the URL with ldap.',
  };
}
