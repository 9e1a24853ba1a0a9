import type { DeclaredKey } from './edit-signing-keys.ts';

/** What people call a declared signing key. */
export function nameKey(declared: Pick<DeclaredKey, 'key'> | undefined): string {
  const { fromFile, fromEnv } = declared?.key ?? {};
  return fromFile ?? `\$${fromEnv ?? ''}`;
}
