import type { Sensitivity } from '../change.ts';

/** A kind of change of a declaration. */
interface DeclarationChangeKind {
  /** A short sentence without a full stop. */
  readonly summary: string;
  /** The sensitivity of the change; by setting, if the kind covers several settings. */
  readonly sensitive: Sensitivity | 'no' | SettingSensitivity;
}

export type DeclarationChangeKinds = Readonly<Record<string, DeclarationChangeKind>>;

/** The sensitivity of a change of a setting, by the name of the setting. */
export type SettingSensitivity = Readonly<Record<string, Sensitivity | 'no'>>;

/** Changes of where traffic goes. */
export const traffic = (summary: string) => ({ summary, sensitive: 'traffic' }) as const;
/** Changes of who may call. */
export const access = (summary: string) => ({ summary, sensitive: 'access' }) as const;
/** Changes of the checks. */
export const checks = (summary: string) => ({ summary, sensitive: 'checks' }) as const;
export const ordinary = (summary: string) => ({ summary, sensitive: 'no' }) as const;
export const bySetting = (sensitive: SettingSensitivity, summary: string) => ({ summary, sensitive });

/**
 * The sensitivity of a change at a path: that of the innermost setting in the path that the kind lists. Without a
 * listed setting it is `access`, since the setting may decide who may call. Undefined if the change is not sensitive.
 */
export function sensitivityAt(
  { sensitive }: DeclarationChangeKind,
  path: readonly string[],
): Sensitivity | undefined {
  const name = path.findLast((step) => typeof sensitive === 'object' && Object.hasOwn(sensitive, step)) ?? '';
  const found = typeof sensitive === 'object' ? (sensitive[name] ?? 'access') : sensitive;
  return found === 'no' ? undefined : found;
}
