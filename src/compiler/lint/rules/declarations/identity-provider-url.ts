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
