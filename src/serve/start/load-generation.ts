import { isDeepStrictEqual } from 'node:util';
import type { Compiled } from '#compiled/compiled.ts';
import { compareLists } from '#compiled/list-difference.ts';
import type { Manifest, ManifestApi } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ServedEnvoys } from '../control-plane/serve-envoys.ts';
import type { GatewayEvent, HeldParts, LoadFailure } from '../served/gateway-event.ts';
import type { Servers } from '../served/servers.ts';
import { type HeldPart, nameHeld } from '../served/held-part.ts';
import type { LoadedTable } from '../served/loaded-table.ts';
import { messageOf } from '../served/startup-error.ts';
import type { TableSource } from '../sources/thread/open-table-source.ts';
import { apiKey } from '#compiled/api-key.ts';
import { changedFixedSettings } from './fixed-settings.ts';
import type { ServedTable, Serving } from '../served/serving.ts';

/** What is needed to load a table. */
export interface LoadContext {
  readonly serving: Serving;
  readonly servers: Servers;
  readonly source: TableSource;
  readonly audit: WriteAudit;
  readonly clock: Clock;
  /** The settings that the gateway was started with, as declared. */
  readonly declared: GatewaySettings;
  /** Replaces the fixed settings of a table by those in force. */
  readonly keepSettings: (compiled: Compiled) => Compiled;
  /** Undefined if the gateway is not a control plane. */
  readonly envoys: ServedEnvoys | undefined;
  /** Records the lifecycle of the API versions of a served table, and when its commit was made. Never throws. */
  readonly noteTable: (manifest: Manifest, committedAt?: number) => void;
  readonly report: (event: GatewayEvent) => void;
}

/** Makes all threads serve a table. Rejects and changes nothing if no generation can be built from it. */
export async function loadGeneration(
  { serving, servers, clock, declared, keepSettings, envoys, noteTable }: LoadContext,
  { compiled, secrets, committedAt }: LoadedTable,
): Promise<'loaded' | 'unchanged'> {
  const { digest } = compiled;
  const isServed = serving.table?.digest === digest && serving.table.secretsDigest === secrets.digest;
  const dated = committedAt === undefined ? {} : { committedAt };
  const table = { compiled: keepSettings(compiled), secrets, ...dated };
  const waiting = changedFixedSettings(declared, compiled.manifest.gateway);
  const prepare = () => envoys?.preparePublication(table, waiting.length > 0);
  if (isServed) {
    // Updates the publication date, because a commit that reverts another one has the same table as an earlier commit.
    if (committedAt !== undefined) (await prepare())?.();
    return 'unchanged';
  }
  const publish = await prepare();
  await servers.load(table);
  // Nothing is awaited from here on, so that the table is published at the moment from which it is shown as served.
  const { manifest } = table.compiled;
  serving.load({ digest, secretsDigest: secrets.digest, manifest }, compiled, waiting, clock());
  publish?.();
  noteTable(manifest, committedAt);
  return 'loaded';
}

/** Loads the table of the current sources, and reports the result. Never rejects. */
export async function reloadGeneration(
  context: LoadContext,
  table: LoadedTable,
  held: HeldParts,
  commit?: string,
): Promise<void> {
  const { serving, source, envoys, audit, report } = context;
  const { digest, manifest } = table.compiled;
  const before = serving.table;
  try {
    const outcome = await loadGeneration(context, table);
    const wasBroken = serving.failure !== undefined;
    const from = commit === undefined || commit === serving.commit ? {} : { commit };
    serving.noteSources({ commit, failure: undefined });
    if (outcome === 'unchanged' && !wasBroken) {
      report({ type: 'unchanged', ...from });
      return noteHeld(context, held);
    }
    report({ type: 'reloaded', digest, apis: manifest.apis.length, ...from });
    audit({ event: 'reloaded', digest });
  } catch (error) {
    const message = `${commit === undefined ? '' : `Commit ${commit} cannot be served. `}${messageOf(error)}`;
    return failReload(context, { message, diagnostics: [] });
  }
  source.keepGood(envoys?.controlPlane.tablesInUse);
  noteHeld(context, held);
  warnOfRemovedApis(context, before);
  const { waiting: what } = serving;
  if (what.length > 0) report({ type: 'restart-needed', what });
}

/** Records the parts that are held back, and reports changes of them. */
export function noteHeld(
  { serving, audit, report }: Pick<LoadContext, 'serving' | 'audit' | 'report'>,
  held: HeldParts,
): void {
  const before = serving.held;
  serving.hold(held.parts);
  const names = new Set(held.parts.map(nameHeld));
  const released = before.filter((part) => !names.has(nameHeld(part)));
  if (released.length > 0) report({ type: 'released', parts: released });
  if (held.parts.length === 0 || isSameHeld(before, held.parts)) return;
  report({ type: 'held-back', ...held });
  audit({ event: 'held_back', parts: held.parts.map(nameHeld) });
}

function isSameHeld(one: readonly HeldPart[], other: readonly HeldPart[]): boolean {
  const describe = (parts: readonly HeldPart[]) =>
    parts.map((part) => [nameHeld(part), part.reason.code, part.reason.message]);
  return isDeepStrictEqual(describe(one), describe(other));
}

/**
 * Warns of removed APIs, because an accident, such as a moved folder or an unfinished checkout, would otherwise go
 * unnoticed.
 */
function warnOfRemovedApis({ serving, report }: LoadContext, before: ServedTable | undefined): void {
  const { added, removed } = compareLists(before?.manifest.apis ?? [], serving.table?.manifest.apis ?? []);
  const stillServed = new Set(namesOfServed(added));
  const names = namesOfServed(removed).filter((name) => !stillServed.has(name));
  if (names.length === 0) return;
  const count = names.length === 1 ? '1 API is' : `${names.length} APIs are`;
  report({ type: 'warning', message: `${count} no longer served: ${names.join(', ')}.` });
}

function namesOfServed(apis: readonly ManifestApi[]): readonly string[] {
  return apis.filter(({ state }) => state !== 'created').map(apiKey);
}

/** Records why the sources cannot be used. The previous table is still served. */
export function failReload({ serving, audit, report }: LoadContext, failure: LoadFailure): void {
  const isRepeated = serving.failure !== undefined && isSameFailure(serving.failure, failure);
  serving.fail(failure);
  audit({ event: 'reload_failed', message: failure.message });
  report({ type: 'reload-failed', isRepeated, ...failure });
}

function isSameFailure(one: LoadFailure, other: LoadFailure): boolean {
  return one.message === other.message && isDeepStrictEqual(one.diagnostics, other.diagnostics);
}
