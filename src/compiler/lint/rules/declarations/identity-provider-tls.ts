import { placeOf } from '#source/place.ts';
import { findDirectoryProblem, findUrlProblem } from '#compiler/rule/declarations/find-url-problem.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addProvider } from '#compiler/rule/example-edits.ts';
import { isPlainHttp, isLoopbackUrl } from '#compiler/workspace/urls/url.ts';

const ldap = (url: string, more = '') =>
  addProvider('campus', `type: ldap\nurl: ${url}\nsearchBase: dc=example,dc=edu\n${more}`);

export const identityProviderTls = defineRule({
  name: 'identity-provider-tls',
  section: '5.6',
  severity: 'error',
  group: 'design',
  summary: 'An identity provider is reached over TLS, unless it is on the loopback interface.',
  why: 'Passwords and codes are sent to it, and anyone who intercepts one can log in.',
  examples: [
    { title: 'ldaps', edits: [ldap('ldaps://ldap.example.edu')], findings: [] },
    {
      title: 'ldap',
      edits: [ldap('ldap://ldap.example.edu', 'startTls: false\n')],
      findings: [
        'identity-providers/campus.yaml:4:6 The directory ldap://ldap.example.edu is used without TLS.',
      ],
    },
    {
      title: 'ldap on a host whose name begins like an address of this machine',
      edits: [ldap('ldap://127.0.0.1.example.edu')],
      findings: [
        'identity-providers/campus.yaml:4:6 The directory ldap://127.0.0.1.example.edu is used without TLS.',
      ],
    },
  ],
  check: {
    identityProvider: ({ value, place }, { report }) => {
      if (value.type === 'ldap' && isPlainLdap(value.url) && !value.startTls) {
        const message = `The directory ${value.url} is used without TLS.`;
        report({ at: placeOf(place, 'url'), message, help: 'Begin the URL with ldaps, or set `startTls`.' });
      }
      if (value.type === 'oidc' && findUrlProblem(value.issuer) === undefined && isPlainHttp(value.issuer)) {
        const message = `The issuer ${value.issuer} does not use https.`;
        report({ at: placeOf(place, 'issuer'), message, help: 'Begin it with https.' });
      }
    },
  },
});

function isPlainLdap(url: string): boolean {
  if (findDirectoryProblem(url) !== undefined || isLoopbackUrl(url)) return false;
  return URL.parse(url)?.protocol === 'ldap:';
}
