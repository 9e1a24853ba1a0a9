import type { ApplicationType } from './manifest.ts';

/**
 * Types of programs that run where others can read them, so that they cannot protect a secret (RFC 6749 section 2.1).
 */
const publicTypes: readonly ApplicationType[] = ['single-page', 'native'];

/** Whether an application is a public client: it has no secret, and proves itself with PKCE. */
export function isPublicClient({ type }: { readonly type: ApplicationType }): boolean {
  return publicTypes.includes(type);
}
