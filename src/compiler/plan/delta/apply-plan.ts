import { canonicalJson } from '../../../compiled/canonical-json.ts';
import type { CompiledApi } from '../../../compiled/compiled-api.ts';
import type { Compiled } from '../../../compiled/compiled.ts';
import { digestOf, type Digest } from '../../../compiled/digest.ts';
import { findBreachesBetween } from '../../../compiled/invariants.ts';
import { isManifest } from '../../../compiled/is-manifest.ts';
import { asJson, isJsonObject } from '../../../compiled/json.ts';
import { tableFormat } from '../../../compiled/manifest.ts';
import { applyChange } from '../../../compiled/table-change.ts';
import { applyEdits } from './apply-edits.ts';
import { PlanFileError } from './plan-file-error.ts';
import { readDelta } from './read-delta.ts';
import type { EditedPart, TableDelta } from './table-delta.ts';

/**
 * Makes of `base` the table that a plan, as JSON from wherever, leads to; of nothing where there is no base. Throws a
 * PlanFileError where the plan starts from another table, or does not lead to the table that it names.
 */
export function applyPlan(base: Compiled | undefined, plan: unknown): Compiled {
  const delta = readDelta(plan);
  if (delta.base !== base?.digest) throw new PlanFileError(describeBase(delta.base, base?.digest));
  try {
    return checkTable(applyDelta(base, delta));
  } catch (error) {
    // The recursion of what reads JSON ends there.
    if (error instanceof RangeError) throw new PlanFileError('The plan is nested too deeply.');
    throw error;
  }
}

function describeBase(expected: Digest | undefined, found: Digest | undefined): string {
  const start = expected === undefined ? 'from nothing' : `from the table ${expected}`;
  return `The plan starts ${start}, and ${found === undefined ? 'there is none here' : `this is ${found}`}.`;
}

function applyDelta(base: Compiled | undefined, { head, lists, settings, parts }: TableDelta): Compiled {
  const edited = parts.edited.map((part) => [part.head, editPart(base, part)] as const);
  const added = [...(Object.entries(parts.added) as [Digest, CompiledApi][]), ...edited];
  const wrong = added.find(([digest, part]) => !isPart(part, digest));
  if (wrong) throw new PlanFileError(`The plan does not lead to the part ${wrong[0]} that it names.`);
  return applyChange(base, { digest: head, lists, settings, parts: { added, gone: parts.removed } });
}

function isPart(part: unknown, digest: Digest): boolean {
  return isJsonObject(part) && digestOf(canonicalJson(part)) === digest;
}

function editPart(base: Compiled | undefined, { base: digest, edits }: EditedPart): CompiledApi {
  const part = base?.apis.get(digest);
  if (!part) throw new PlanFileError(`The plan edits the part ${digest}, which the table does not have.`);
  // Plain JSON on both sides; the digest of what comes out tells whether it is the part.
  return applyEdits(asJson(part), edits) as unknown as CompiledApi;
}

function checkTable(table: Compiled): Compiled {
  const { manifest, digest } = table;
  if (digestOf(canonicalJson(manifest)) !== digest) {
    throw new PlanFileError(
      `The plan does not lead to the table ${digest} that it names; it was changed or cut short.`,
    );
  }
  if (!isManifest(manifest) || manifest.format !== tableFormat) {
    throw new PlanFileError('The plan leads to a table that this version of gatewright does not run.');
  }
  const [breach] = findBreachesBetween(table);
  if (breach !== undefined) throw new PlanFileError(`The plan leads to a broken table: ${breach}`);
  return table;
}
