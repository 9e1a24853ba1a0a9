import { normaliseUrl, isPlainHttp } from '#compiler/workspace/urls/url.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';

/** Why a text cannot be the base address of a service, as the predicate of a sentence; undefined if it can. */
export function findUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return 'is not an absolute http or https URL';
  if (url.username || url.password) return 'contains a user name or password';
  if (text.includes('#')) return 'contains a fragment';
  if (text.includes('?')) return 'contains a query';
  return normaliseUrl(text) === undefined ? 'is not an absolute http or https URL' : undefined;
}

/** Whether a text may contain a secret, in its user part or in its query. */
export function mayHoldSecret(text: string): boolean {
  return /[@?]/.test(text);
}

/** Why a text cannot be the address of a directory, as the predicate of a sentence; undefined if it can. */
export function findDirectoryProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^ldaps?:\/\/[^/]/i.test(text)) return 'is not an ldaps or ldap URL';
  if (text.includes('@')) return 'contains a user name or password';
  const isBare = (url.pathname === '' || url.pathname === '/') && !/[?#]/.test(text);
  return isBare ? undefined : 'contains more than a host and a port';
}

/** Why a text cannot be a callback URL, as the predicate of a sentence; undefined if it can. */
export function findCallbackProblem(type: ApplicationDeclaration['type'], text: string): string | undefined {
  if (/^https?:\/\//i.test(text)) return findTextProblem(text) ?? findAddressProblem(text);
  if (type !== 'native') return 'is not an absolute https URL';
  return findSchemeProblem(text) ?? findTextProblem(text);
}

/**
 * Callback URLs are compared as text, so they must not contain what RFC 3986 does not allow: each parser corrects it in
 * its own way.
 */
function findTextProblem(text: string): string | undefined {
  if (text.includes('*')) return 'contains a wildcard';
  if (/[^\w\-.~:/?#[\]@!$&'()+,;=%]/.test(text)) return 'contains a character that is not allowed in a URL';
  if (/%(?![0-9a-f]{2})/i.test(text)) return 'contains an invalid percent escape';
  if (/^[^?#]*\/(\.|%2e){1,2}([/?#]|$)/i.test(text)) return 'contains a path segment of dots';
  return text.includes('#') ? 'contains a fragment' : undefined;
}

function findAddressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || /^https?:\/\/[/?]/i.test(text)) return 'is not an absolute https URL';
  if (url.username || url.password) return 'contains a user name or password';
  if (url.port === '0') return 'uses port 0';
  return isPlainHttp(text) ? 'does not use https' : undefined;
}

/**
 * Private-use schemes follow RFC 8252, section 7.1: a domain name of the developer in reverse order, and a path after
 * one slash. A capital letter would never match, since browsers write schemes in lower case and URLs are compared as
 * text.
 */
function findSchemeProblem(text: string): string | undefined {
  if (!/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:/.test(text))
    return 'uses neither https nor a reverse domain name as its scheme';
  return /^[^:]+:\/(?!\/)/.test(text) ? undefined : 'does not have a single slash after its scheme';
}
