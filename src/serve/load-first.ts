import type { GatewayOptions } from './gateway-options.ts';
import { LastGoodError, lastGoodFile } from './last-good.ts';
import { loadGeneration, rememberGood, type LoadContext } from './load-generation.ts';
import { messageOf } from './message-of.ts';
import { fallBack, refuseBoth, type FirstTable } from './read-first-table.ts';

/** Serves the first table or, where no generation can be built from it, the last good one. Rejects with a StartupError. */
export async function loadFirst(
  context: LoadContext,
  options: GatewayOptions,
  { compiled, failure }: FirstTable,
): Promise<void> {
  try {
    await loadGeneration(context, compiled);
  } catch (error) {
    if (failure) throw refuseBoth(failure, new LastGoodError(lastGoodFileOf(options), error));
    return loadFirst(
      context,
      options,
      await fallBack(options, { message: messageOf(error), diagnostics: [] }),
    );
  }
  const { digest, manifest } = compiled;
  context.serving.failure = failure;
  context.services.audit({ event: 'loaded', digest });
  if (failure) return context.report({ type: 'last-good', digest, ...failure });
  context.report({ type: 'loaded', digest, apis: manifest.apis.length });
  await rememberGood(context, compiled);
}

function lastGoodFileOf({ stateFolder, deployment }: GatewayOptions): string {
  return lastGoodFile(stateFolder, deployment);
}
