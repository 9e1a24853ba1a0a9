import type { RateLimit } from '#compiled/manifest.ts';
import type { Affected, Subject } from '../change.ts';
import { describeLimitChange } from '../wording/describe-quantity.ts';
import { declarationChange, type FoundChange } from './declaration-change.ts';

interface LimitChange {
  readonly whose: 'api' | 'operation' | 'application' | 'tier';
  readonly subject: Subject;
  /** The start of the message, which names the limited value. Default: the subject. */
  readonly what?: string;
  readonly path: readonly string[];
  readonly before?: RateLimit | undefined;
  readonly after?: RateLimit | undefined;
  readonly affected: readonly Affected[];
}

/** The change for a rate limit that was added, changed or removed. */
export function limitChange(change: LimitChange): FoundChange {
  const { whose, subject, what = subject.name, path, before, after, affected } = change;
  return declarationChange({
    id: `${whose}-limit-${before ? (after ? 'changed' : 'removed') : 'added'}`,
    subject,
    message: `${what}: ${describeLimitChange(before, after)}`,
    path,
    before: before && { ...before },
    after: after && { ...after },
    affected,
  });
}
