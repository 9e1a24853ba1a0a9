import { section22 } from './coverage/section-2-2.ts';
import { section26 } from './coverage/section-2-6.ts';
import { section45 } from './coverage/section-4-5.ts';
import { section5 } from './coverage/section-5.ts';
import { section71, section72 } from './coverage/section-7.ts';
import { section8, section9 } from './coverage/sections-8-9.ts';
import type { CoveredSection } from './coverage/statement.ts';

/** The sections of the requirements on the design of APIs, each statement with the rules that enforce it. */
export const coverage: readonly CoveredSection[] = [
  section22,
  section26,
  section45,
  section5,
  section71,
  section72,
  section8,
  section9,
];

/** Design rules that enforce no statement of the covered sections, and why they exist. */
export const additionalRules: Readonly<Record<string, string>> = {
  'api-address-format':
    'Section 2.2 gives the form of the usual address; further ones are those that clients have already.',
  'api-blocked-until':
    'RFC 9110 recommends `Retry-After` in a 503 response, which only a blocked version returns.',
  'api-deprecation-state':
    'Section 9 requires notice to the callers of an old version; the gateway can announce only what is declared.',
  'api-deprecation-successor':
    'Section 9 requires notice to the callers of an old version; responses direct them to the declared successor.',
  'api-deprecation-sunset':
    'Section 9 requires notice to the callers of an old version; RFC 9745 defines the order of the two dates.',
  'api-undeclared-scopes':
    'Section 5 has operations require scopes; the requirements know no calls that a document does not declare.',
  'application-callback-localhost':
    'RFC 8252, which is newer than the requirements, advises against the name.',
  'gateway-address-changed':
    'Section 4 gives callers the addresses of the gateway; it does not say that they stay the same.',
  'gateway-refresh-lifetimes':
    'The requirements do not specify lifetimes of refresh tokens; these two contradict each other.',
  'application-implicit-grant': 'Section 5 lists the grant type; the newer RFC 9700 advises against it.',
  'application-password-grant': 'Section 5 lists the grant type; the newer RFC 9700 advises against it.',
  'application-secret-required':
    'Section 2.1 gives each key set a secret; a program in a browser cannot keep one.',
  'deployment-host-suffix': 'Section 1 marks deployments other than production in their host names.',
  'lifecycle-order':
    'Section 9 requires notice to the callers of an old version, so states must follow each other in order.',
  'new-subscription-to-deprecated-api':
    'A deprecated version is kept for existing callers, and a date in a file does not prove that a caller exists.',
  'operation-id-unique': 'OpenAPI requires that the IDs of operations differ.',
  'tag-unique': 'OpenAPI requires that the names of tags differ.',
  'tag-parent':
    'OpenAPI 3.2 requires that the parent of a tag is declared, and that no tag is its own ancestor.',
  'link-operation': 'OpenAPI requires that a link leads to an operation.',
  'server-variables': 'OpenAPI requires that each variable in the URL of a server is declared.',
  'body-parameters': 'OpenAPI 2.0 allows one body for each operation.',
  'array-items': 'OpenAPI 2.0 and 3.0 require the items of an array.',
  'reference-siblings': 'OpenAPI ignores what is written beside a `$ref`, but its authors mean it.',
  'nullable-type': 'OpenAPI 3.0 gives `nullable` a meaning only beside `type`.',
  'schema-limits': 'Section 6 makes the gateway validate requests; it could accept none by such limits.',
  'required-allowed': 'Section 6 makes the gateway validate requests; it could accept none by such a schema.',
  'schema-values': 'OpenAPI requires that defaults and examples fit their schemas.',
  'schema-dialect':
    'OpenAPI 3.1 lets a document choose the dialect of its schemas; most of them are known here.',
  'owner-team': 'The requirements do not specify teams; an owner whom nobody belongs to maintains nothing.',
  'removed-without-deprecation':
    'Section 9 requires notice to the callers of an old version, which is too late after its removal.',
  'sunset-brought-forward':
    'Section 9 requires notice to the callers of an old version, which an earlier date cuts short.',
  'subscription-cors':
    'Section 4 lets web pages of other origins call an API by CORS; it does not say that subscribers need it.',
  'security-scheme-declared':
    'Section 5 does not specify the scopes; the schemes of an OpenAPI document define what it requires.',
  'security-scope-declared':
    'Section 5 does not specify the scopes, so the OpenAPI document must declare them.',
  'security-scope-format':
    'Section 5 does not specify the scopes; a client can request only scopes that RFC 6749 allows.',
  'identity-provider-certificate-dates':
    'Section 5 lets users log in with other services; it does not specify how long these are trusted.',
  'required-header-forwarded': 'Section 2 does not list the headers that a gateway keeps from an upstream.',
  'identity-provider-certificate-keys':
    'Section 5 lets users log in with other services; it does not specify their keys.',
  'tokens-not-before-past':
    'The requirements do not specify how many tokens are revoked at once; a future date would refuse all new tokens.',
  'subscription-beside-api':
    'The owner of an API approves its subscriptions in a review, so they must be in the files of that API.',
  'subscription-to-deprecated-api':
    'A deprecated version is kept for existing callers, and section 8 limits the number of live versions.',
};
