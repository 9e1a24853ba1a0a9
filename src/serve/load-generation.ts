import type { Compiled } from '../compiled/compiled.ts';
import type { GatewaySettings } from '../compiled/manifest.ts';
import { changedFixedSettings, keepFixedSettings } from './fixed-settings.ts';
import type { GatewayEvent, LoadFailure } from './gateway-event.ts';
import { lastGoodFile, keepLastGood } from './last-good.ts';
import { messageOf } from './message-of.ts';
import { probeGeneration } from './probe-generation.ts';
import { buildServedGeneration, type ServedGeneration, type Services } from './served-generation.ts';
import type { Serving } from './serving.ts';

/** What loading a table works on. */
export interface LoadContext {
  readonly serving: Serving;
  readonly services: Services;
  readonly deployment: string;
  /** The settings that the gateway was started with, as declared, and as they are in force. */
  readonly declared: GatewaySettings;
  readonly inForce: GatewaySettings;
  readonly report: (event: GatewayEvent) => void;
}

/** Builds a generation aside, checks it and swaps it in. Rejects where any of that fails, and then changes nothing. */
export async function loadGeneration(
  context: LoadContext,
  compiled: Compiled,
): Promise<'loaded' | 'unchanged'> {
  const { serving, services, inForce } = context;
  const previous = serving.generation;
  const next = await buildServedGeneration(keepFixedSettings(compiled, inForce), services, previous);
  try {
    if (isSame(next, previous)) return releaseUnused(next);
    await probeGeneration(next);
  } catch (error) {
    releaseUnused(next);
    throw error;
  }
  serving.swap(next, services.clock());
  return 'loaded';
}

function isSame(next: ServedGeneration, previous: ServedGeneration | undefined): boolean {
  return next.digest === previous?.digest && next.secretsDigest === previous.secretsDigest;
}

function releaseUnused({ gateway }: ServedGeneration): 'unchanged' {
  gateway.usage.retire();
  return 'unchanged';
}

/** Swaps in what the sources now mean, and tells what came of it. Never rejects. */
export async function reloadGeneration(context: LoadContext, compiled: Compiled): Promise<void> {
  const { serving, services, declared, report } = context;
  const before = serving.generation;
  try {
    const outcome = await loadGeneration(context, compiled);
    const wasBroken = serving.failure !== undefined;
    serving.failure = undefined;
    if (outcome === 'unchanged' && !wasBroken) return report({ type: 'unchanged' });
    report({ type: 'reloaded', digest: compiled.digest, apis: compiled.manifest.apis.length });
    services.audit({ event: 'reloaded', digest: compiled.digest });
  } catch (error) {
    return failReload(context, { message: messageOf(error), diagnostics: [] });
  }
  warnOfGoneApis(context, before);
  const what = changedFixedSettings(declared, compiled.manifest.gateway);
  if (what.length > 0) report({ type: 'restart-needed', what });
  await rememberGood(context, compiled);
}

/** A folder that was moved, or a checkout that is under way, takes APIs away as silently as a decision does. */
function warnOfGoneApis({ serving, report }: LoadContext, before: ServedGeneration | undefined): void {
  const kept = new Set(namesOfApis(serving.generation));
  const gone = namesOfApis(before).filter((name) => !kept.has(name));
  if (gone.length === 0) return;
  const count = gone.length === 1 ? '1 API is' : `${gone.length} APIs are`;
  report({ type: 'warning', message: `${count} no longer served: ${gone.join(', ')}.` });
}

function namesOfApis(generation: ServedGeneration | undefined): readonly string[] {
  const served = generation?.gateway.apis.byAddress.values() ?? [];
  return [...served].map(({ manifest: { name, version } }) => `${name}/${version}`);
}

/** Notes why the sources cannot be used, and goes on with what serves. */
export function failReload({ serving, services, report }: LoadContext, failure: LoadFailure): void {
  serving.failure = failure;
  services.audit({ event: 'reload_failed', message: failure.message });
  report({ type: 'reload-failed', ...failure });
}

/** Keeps the table for a start with broken sources; not to be able to is worth a warning, and no more. */
export async function rememberGood(context: LoadContext, compiled: Compiled): Promise<void> {
  const { services, deployment, report } = context;
  const file = lastGoodFile(services.stateFolder, deployment);
  try {
    await keepLastGood(file, compiled);
  } catch (error) {
    report({
      type: 'warning',
      message: `The last good table cannot be kept in ${file}: ${messageOf(error)}`,
    });
  }
}
