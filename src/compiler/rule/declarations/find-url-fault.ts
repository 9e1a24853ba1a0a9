import { normaliseUrl } from '../../workspace/urls/normalise-url.ts';

/** Why a text cannot be the base address of a service, as the predicate of a sentence; undefined where it can. */
export function findUrlFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return 'is not an absolute http or https URL';
  if (url.username || url.password) return 'carries a user name or a password';
  if (text.includes('#')) return 'carries a fragment';
  if (text.includes('?')) return 'carries a query';
  return normaliseUrl(text) === undefined ? 'is not an absolute http or https URL' : undefined;
}

/** Whether a text may hold a secret, in its user part or in its query. */
export function mayHoldSecret(text: string): boolean {
  return /[@?]/.test(text);
}
