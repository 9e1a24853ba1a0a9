import { section22 } from './coverage/section-2-2.ts';
import { section26 } from './coverage/section-2-6.ts';
import { section45 } from './coverage/section-4-5.ts';
import { section5 } from './coverage/section-5.ts';
import { section71, section72 } from './coverage/section-7.ts';
import { section8, section9 } from './coverage/sections-8-9.ts';
import type { CoveredSection } from './coverage/statement.ts';

/** The sections of the requirements on how APIs are designed, each statement with the rules that keep it. */
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

/** Design rules that keep no statement of those sections, and why they are there. */
export const additionalRules: Readonly<Record<string, string>> = {
  'api-blocked-until': 'RFC 9110 has an answer 503 say when to try again; only a blocked version gives it.',
  'api-deprecation-state':
    'Section 9 has callers of an old version asked before it ends; the gateway can announce only what is declared.',
  'api-deprecation-successor':
    'Section 9 has callers of an old version asked before it ends; they are sent where the owner says.',
  'api-deprecation-sunset':
    'Section 9 has callers of an old version asked before it ends; RFC 9745 orders the two dates.',
  'application-callback-localhost':
    'RFC 8252 advises against the name, which the requirements, written before it, do not mention.',
  'gateway-refresh-lifetimes':
    'The requirements leave lifetimes of refresh tokens open; these two cannot both be meant.',
  'application-implicit-grant':
    'Section 5 names the grant among others; RFC 9700 has found since what is wrong with it.',
  'application-password-grant':
    'Section 5 names the grant among others; RFC 9700 has found since what is wrong with it.',
  'application-secret-required':
    'Section 2.1 gives each key set a secret; a program in a browser cannot keep one, so it has none.',
  'deployment-host-suffix':
    'Section 1 marks deployments that are not for production by the names of their hosts.',
  'lifecycle-order':
    'Section 9 has callers of an old version asked before it ends, for which each state has to lead to the next.',
  'new-subscription-to-deprecated-api':
    'A deprecated version is kept up for those who call it already, and a date in a file does not prove that they do.',
  'removed-without-deprecation':
    'Section 9 has callers of an old version asked before it ends, which is too late after its removal.',
  'security-scheme-declared':
    'Section 5 leaves the scopes open, and what an OpenAPI document asks for shows by its schemes alone.',
  'security-scope-declared':
    'Section 5 leaves the scopes open, so those are asked for that an OpenAPI document names.',
  'security-scope-format':
    'Section 5 leaves the scopes open; whatever they are, RFC 6749 has to let them be asked for.',
  'identity-provider-certificate-dates':
    'Section 5 has users log in by other services; it leaves open how long those are trusted.',
  'tokens-not-before-past':
    'The requirements leave open how tokens are revoked in mass; a date to come refuses those to come.',
  'subscription-beside-api':
    'The owner of an API approves its subscriptions by review, so they have to stand where the owner looks.',
  'subscription-to-deprecated-api':
    'A deprecated version is kept up for those who call it already, and section 8 lets few versions live.',
};
