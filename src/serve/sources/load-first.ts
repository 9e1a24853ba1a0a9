import type { GatewayOptions } from '../gateway-options.ts';
import { lastGoodFile, LastGoodError } from './last-good.ts';
import { loadGeneration, type LoadContext } from '../generation/load-generation.ts';
import { messageOf } from '../message-of.ts';
import { fallBack, refuseBoth, type FirstTable } from './read-first-table.ts';

/** Serves the first table or, where no generation can be built from it, the last good one. Rejects with a StartupError. */
export async function loadFirst(
  context: LoadContext,
  options: GatewayOptions,
  { table, commit, failure }: FirstTable,
): Promise<void> {
  const { serving, source, audit, report } = context;
  try {
    await loadGeneration(context, table);
  } catch (error) {
    if (failure) {
      const file = lastGoodFile(options);
      throw refuseBoth(failure, new LastGoodError(file, error).message);
    }
    const reason = { message: messageOf(error), diagnostics: [] };
    return loadFirst(context, options, await fallBack(options, source, reason));
  }
  const { digest, manifest } = table.compiled;
  serving.failure = failure;
  serving.commit = commit;
  audit({ event: 'loaded', digest });
  if (failure) return report({ type: 'last-good', digest, ...failure });
  report({ type: 'loaded', digest, apis: manifest.apis.length, ...(commit && { commit }) });
  source.keepGood();
}
