import type { Sensitivity } from '../change.ts';

/** The subject of a kind of change of a declaration. */
interface DeclarationChangeKind {
  /** A short sentence without a full stop. */
  readonly summary: string;
  /** Its sensitive aspect; it depends on the setting if this kind is for settings of all sorts. */
  readonly sensitive: Sensitivity | 'no' | SettingSensitivity;
}

export type DeclarationChangeKinds = Readonly<Record<string, DeclarationChangeKind>>;

/** The sensitive aspect of a change of a setting, by the name of the setting. */
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
 * What is sensitive about a change of a kind at a path, by the innermost setting that the kind names. A setting that it
 * does not name may decide who may call.
 */
export function sensitivityAt(
  { sensitive }: DeclarationChangeKind,
  path: readonly string[],
): Sensitivity | undefined {
  const name = path.findLast((step) => typeof sensitive === 'object' && Object.hasOwn(sensitive, step)) ?? '';
  const found = typeof sensitive === 'object' ? (sensitive[name] ?? 'access') : sensitive;
  return found === 'no' ? undefined : found;
}
