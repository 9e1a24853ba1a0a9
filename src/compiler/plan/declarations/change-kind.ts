import type { Sensitivity } from '../change.ts';

/** What a kind of change of a declaration is about. */
interface DeclarationChangeKind {
  /** A short sentence without a full stop. */
  readonly summary: string;
  /** What is sensitive about it; depends on the setting if settings of all sorts change by this kind. */
  readonly sensitive: Sensitivity | 'no' | SettingSensitivity;
}

export type DeclarationChangeKinds = Readonly<Record<string, DeclarationChangeKind>>;

/** What is sensitive about a change of a setting, by the name of the setting. */
export type SettingSensitivity = Readonly<Record<string, Sensitivity | 'no'>>;

/** Where traffic goes. */
export const traffic = (summary: string) => ({ summary, sensitive: 'traffic' }) as const;
/** Who may call. */
export const access = (summary: string) => ({ summary, sensitive: 'access' }) as const;
/** What is checked. */
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
