import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeAssertion, makeKeys, provider, rules, saml, sign, verify } from './assertion-in-test.ts';

describe('refused is an assertion', () => {
  test('of a provider that the application does not allow', () => {
    const reason = 'The application does not allow users of the identity provider.';
    expect(verify(sign(makeAssertion()), { ...rules, allowedProviders: ['users', 'other'] })).toBe(reason);
  });

  test('of a provider whose key is weak, or is not RSA', () => {
    const weak = makeKeys(1024);
    const assertion = sign(makeAssertion(), { key: weak.privateKey });
    const reason = 'The provider has no certificate with an RSA key of at least 2048 bits.';
    expect(verify(assertion, { ...rules, trusts: [{ provider, keys: [weak.publicKey] }] })).toBe(reason);
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(verify(assertion, { ...rules, trusts: [{ provider, keys: [publicKey] }] })).toBe(reason);
    expect(verify(assertion, { ...rules, trusts: [{ provider, keys: [] }] })).toBe(reason);
  });

  test('that is anything else than an assertion of SAML 2.0, also in a Response', () => {
    const reason = 'The root is not a SAML 2.0 Assertion.';
    const assertion = sign(makeAssertion());
    const respond = (content: string) =>
      `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r" Version="2.0">${content}</p:Response>`;
    expect(verify(respond(assertion).replaceAll('SAML:2.0:protocol', 'SAML:1.0:protocol'))).toBe(reason);
    expect(verify(respond(makeAssertion().replaceAll('saml:Assertion', 'saml:AssertionX')))).toBe(
      'The Response has no assertion.',
    );
    expect(verify(assertion.replaceAll(saml, 'urn:oasis:names:tc:SAML:1.0:assertion'))).toBe(reason);
    expect(verify(makeAssertion().replaceAll('saml:Assertion', 'saml:AssertionX'))).toBe(reason);
  });
});
