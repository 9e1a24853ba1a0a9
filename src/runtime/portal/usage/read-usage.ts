import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import type { Portal } from '../visit/portal.ts';
import type { UsageRange } from './usage-range.ts';

/** The usage of some applications in a range; undefined if it cannot be read now. */
export async function readUsage(
  { services }: Portal,
  applications: readonly string[],
  { from, to, step }: UsageRange,
): Promise<readonly UsageSeries[] | undefined> {
  try {
    return await services.usage.read({ applications, from, to, step });
  } catch (error) {
    // A page is useful without its usage.
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
