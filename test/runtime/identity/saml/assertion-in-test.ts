import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignedXml } from 'xml-crypto';
import type { ManifestUser } from '#compiled/manifest.ts';
import type { SamlProvider } from '#compiled/settings/identity-providers.ts';
import type { AssertionRules } from '#runtime/identity/saml/saml-trust.ts';
import { verifyAssertion } from '#runtime/identity/saml/verify-assertion.ts';

/** 2026-03-01T12:00:00Z. */
export const now = Date.UTC(2026, 2, 1, 12) / 1000;

/** A time so many seconds from now. */
export function at(seconds: number): string {
  return new Date((now + seconds) * 1000).toISOString();
}

export const keys = makeKeys(2048);
export const otherKeys = makeKeys(2048);

export function makeKeys(modulusLength: number) {
  return generateKeyPairSync('rsa', { modulusLength });
}

export function toPem(key: KeyObject): string {
  return key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' });
}

export const issuer = 'https://login.campus.example/saml';
export const tokenUrl = 'https://keys.example.edu/oauth2/token';
export const otherTokenUrl = 'https://gateway.example.edu/token';
export const saml = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const ds = 'http://www.w3.org/2000/09/xmldsig#';

export const provider: SamlProvider = {
  type: 'saml',
  name: 'campus',
  issuer,
  certificates: [],
  audiences: ['https://gateway.example.edu/saml/sp'],
  clockSkewSeconds: 30,
  maximumLifetimeSeconds: 600,
  onlyDeclaredUsers: false,
};

export function declareUser(name: string, state: ManifestUser['state'] = 'active'): ManifestUser {
  return { name, passwordDigest: '$argon2id$none', state };
}

export const rules: AssertionRules = {
  trusts: [
    { provider, keys: [keys.publicKey] },
    {
      provider: { ...provider, name: 'other', issuer: 'https://other.example/saml' },
      keys: [otherKeys.publicKey],
    },
  ],
  audiences: ['https://keys.example.edu', tokenUrl, otherTokenUrl],
  recipients: [tokenUrl],
  users: new Map(),
  now,
};

/** The rules with another declaration of the provider. */
export function rulesWith(
  changes: Partial<SamlProvider>,
  more: Partial<AssertionRules> = {},
): AssertionRules {
  const [, ...others] = rules.trusts;
  const trusts = [{ provider: { ...provider, ...changes }, keys: [keys.publicKey] }, ...others];
  return { ...rules, trusts, ...more };
}

export interface AssertionParts {
  readonly attributes?: string;
  readonly issuer?: string;
  readonly nameId?: string;
  readonly confirmations?: string;
  readonly subject?: string;
  readonly conditions?: string;
  readonly statements?: string;
}

export const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** The element SubjectConfirmation of a bearer. */
export function confirmBearer(attributes = `NotOnOrAfter="${at(300)}" Recipient="${tokenUrl}"`): string {
  return `<saml:SubjectConfirmation Method="${bearer}"><saml:SubjectConfirmationData ${attributes}/></saml:SubjectConfirmation>`;
}

export function restrictTo(...audiences: readonly string[]): string {
  const list = audiences.map((audience) => `<saml:Audience>${audience}</saml:Audience>`);
  return `<saml:AudienceRestriction>${list.join('')}</saml:AudienceRestriction>`;
}

/** The element Conditions. */
export function limit(
  content = restrictTo(tokenUrl),
  times = `NotBefore="${at(-5)}" NotOnOrAfter="${at(300)}"`,
): string {
  return `<saml:Conditions ${times}>${content}</saml:Conditions>`;
}

/** An assertion that is in order but for its changes, without a signature. */
export function makeAssertion(parts: AssertionParts = {}): string {
  const {
    attributes = `ID="_a1" IssueInstant="${at(-5)}" Version="2.0"`,
    nameId = '<saml:NameID>rex@campus.example</saml:NameID>',
    confirmations = confirmBearer(),
    statements = `<saml:AuthnStatement AuthnInstant="${at(-60)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="role"><saml:AttributeValue>student &amp; walker</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
  } = parts;
  const subject = parts.subject ?? `<saml:Subject>${nameId}${confirmations}</saml:Subject>`;
  return `<saml:Assertion xmlns:saml="${saml}" ${attributes}>${parts.issuer ?? `<saml:Issuer>${issuer}</saml:Issuer>`}${subject}${parts.conditions ?? limit()}${statements}</saml:Assertion>`;
}

export interface Signing {
  readonly key?: KeyObject;
  readonly signatureAlgorithm?: string;
  readonly digestAlgorithm?: string;
  readonly certificate?: string;
}

export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** Signs an assertion as an identity provider does. */
export function sign(assertion: string, signing: Signing = {}): string {
  const {
    key = keys.privateKey,
    signatureAlgorithm = rsaSha256,
    digestAlgorithm = sha256,
    certificate,
  } = signing;
  const signer = new SignedXml({
    privateKey: toPem(key),
    signatureAlgorithm,
    canonicalizationAlgorithm: exclusive,
    ...(certificate !== undefined && { publicCert: certificate }),
  });
  signer.addReference({
    xpath: "/*[local-name(.)='Assertion']",
    transforms: [enveloped, exclusive],
    digestAlgorithm,
  });
  const location = assertion.includes('<saml:Issuer')
    ? ({ reference: "/*/*[local-name(.)='Issuer']", action: 'after' } as const)
    : ({ reference: '/*', action: 'prepend' } as const);
  signer.computeSignature(assertion, { prefix: 'ds', location });
  return signer.getSignedXml();
}

export function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** What comes of an assertion: the subject, or the reason why it is refused. */
export function verify(text: string, by: AssertionRules = rules): string {
  const verified = verifyAssertion(encode(text), by);
  return 'reason' in verified ? verified.reason : verified.subject;
}

/** Replaces a part of a text that has to be there. */
export function swap(text: string, part: string | RegExp, replacement: string): string {
  const swapped = text.replace(part, () => replacement);
  if (swapped === text) throw new Error(`the text has no ${String(part)}, or it is the same`);
  return swapped;
}

/** The signature of a signed assertion. */
export function signatureOf(signed: string): string {
  return /<ds:Signature .*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
}

/** A valid assertion with another signed SignedInfo, so that only this is wrong. */
export function signChanged(change: (signedInfo: string) => string, value = signByKey): string {
  const signed = sign(makeAssertion());
  const found = /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(signed)?.[0] ?? '';
  const signedInfo = change(found);
  const canonical = signedInfo
    .replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${ds}">`)
    .replace(/<(ds:\w+)([^>]*)\/>/g, '<$1$2></$1>');
  return signed
    .replace(found, () => signedInfo)
    .replace(/(?<=<ds:SignatureValue>)[^<]*/, () => value(canonical));
}

function signByKey(signedInfo: string): string {
  return signBytes('sha256', Buffer.from(signedInfo), keys.privateKey).toString('base64');
}

/** A certificate of a key, signed by itself, made by OpenSSL. */
export function certify(key: KeyObject): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-'));
  writeFileSync(join(folder, 'key.pem'), toPem(key));
  const options = ['-x509', '-key', 'key.pem', '-subj', '/CN=login.campus.example'];
  const certificate = execFileSync('openssl', ['req', ...options], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return certificate;
}

export const notVerified = 'The signature does not verify with any certificate of the provider.';
export const notParts = (parent: string, parts: string) =>
  `The ${parent} of the signature does not have exactly the parts ${parts}.`;
