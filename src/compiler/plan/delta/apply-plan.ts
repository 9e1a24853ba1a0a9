import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import { findStructuralViolations } from '#compiled/invariants.ts';
import { asJson, isJsonObject } from '#compiled/json.ts';
import { isManifest, tableFormat } from '#compiled/manifest.ts';
import { applyChange } from '#compiled/table-change.ts';
import { applyEdits, PlanFileError } from './json-edit.ts';
import { type EditedPart, type TableDelta, deltaFormat } from './table-delta.ts';

/**
 * Applies a plan, which is unchecked JSON, to `base`. Throws a PlanFileError if the plan starts from another table, or
 * if the result is not the table that the plan names.
 */
export function applyPlan(base: Compiled | undefined, plan: unknown): Compiled {
  const delta = readDelta(plan);
  if (delta.base !== base?.digest) throw new PlanFileError(describeBase(delta.base, base?.digest));
  try {
    return checkTable(applyDelta(base, delta));
  } catch (error) {
    // Recursion over deeply nested JSON overflows the stack.
    if (error instanceof RangeError) throw new PlanFileError('The plan is nested too deeply.');
    throw error;
  }
}

function describeBase(expected: Digest | undefined, found: Digest | undefined): string {
  const start = expected === undefined ? 'without a table' : `from the table ${expected}`;
  return found === undefined
    ? `The plan starts ${start}, but there is no current table.`
    : `The plan starts ${start}, but the current table is ${found}.`;
}

function applyDelta(base: Compiled | undefined, { head, lists, settings, parts }: TableDelta): Compiled {
  const edited = parts.edited.map((part) => [part.head, editPart(base, part)] as const);
  const added = [...(Object.entries(parts.added) as [Digest, CompiledApi][]), ...edited];
  const wrong = added.find(([digest, part]) => !isPart(part, digest));
  if (wrong) throw new PlanFileError(`The plan does not lead to the part ${wrong[0]} that it names.`);
  return applyChange(base, { digest: head, lists, settings, parts: { added, removed: parts.removed } });
}

function isPart(part: unknown, digest: Digest): boolean {
  return isJsonObject(part) && digestOf(canonicalJson(part)) === digest;
}

function editPart(base: Compiled | undefined, { base: digest, edits }: EditedPart): CompiledApi {
  const part = base?.apis.get(digest);
  if (!part) throw new PlanFileError(`The plan edits the part ${digest}, which the table does not have.`);
  // The digest check after the edits shows whether the result is the expected part.
  return applyEdits(asJson(part), edits) as unknown as CompiledApi;
}

function checkTable(table: Compiled): Compiled {
  const { manifest, digest } = table;
  if (digestOf(canonicalJson(manifest)) !== digest) {
    throw new PlanFileError(
      `The plan does not lead to the table ${digest} that it names; the file was modified or truncated.`,
    );
  }
  if (!isManifest(manifest) || manifest.format !== tableFormat) {
    throw new PlanFileError('The plan leads to a table that this version of gatewright does not run.');
  }
  const [violation] = findStructuralViolations(table);
  if (violation !== undefined) throw new PlanFileError(`The plan leads to an invalid table: ${violation}`);
  return table;
}

/** Checks and returns the delta of a plan. Throws a PlanFileError. */
function readDelta(plan: unknown): TableDelta {
  const delta = isJsonObject(plan) ? plan['delta'] : undefined;
  if (!isJsonObject(delta)) {
    throw new PlanFileError('The file has no `delta`, so it is not a plan that can be applied.');
  }
  if (delta['format'] !== deltaFormat) {
    throw new PlanFileError(
      `The delta of the plan has format ${JSON.stringify(delta['format'])}, and this version of gatewright reads format ${deltaFormat}.`,
    );
  }
  const violation = Object.entries(members).find(([name, isRight]) => !isRight(delta[name]));
  if (violation)
    throw new PlanFileError(`The delta of the plan is invalid: its \`${violation[0]}\` cannot be read.`);
  // Each member was checked above, which the type of JSON does not show.
  return delta as unknown as TableDelta;
}

type IsRight = (value: unknown) => boolean;

/** The check of each member of a delta. */
const members: { readonly [Name in Exclude<keyof TableDelta, 'format'>]-?: IsRight } = {
  base: (value) => value === undefined || isDigest(value),
  head: isDigest,
  lists: (value) => isJsonObject(value) && Object.values(value).every((steps) => isListOf(steps, isListStep)),
  settings: isJsonObject,
  parts: isParts,
};

function isParts(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { added, edited, removed } = value;
  return (
    isJsonObject(added) &&
    Object.entries(added).every(([digest, part]) => isDigest(digest) && isJsonObject(part)) &&
    isListOf(edited, isEditedPart) &&
    isListOf(removed, isDigest)
  );
}

function isEditedPart(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isDigest(value['base']) &&
    isDigest(value['head']) &&
    isListOf(value['edits'], isEdit)
  );
}

function isEdit(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { at, remove, items } = value;
  if (typeof at !== 'string' || !/^(\/.*)?$/s.test(at)) return false;
  const ways = ['set', 'remove', 'items'].filter((way) => Object.hasOwn(value, way));
  if (ways.length !== 1) return false;
  return ways[0] === 'set' || (ways[0] === 'remove' ? remove === true : isListOf(items, isListStep));
}

function isListStep(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const [[name, operand] = [], ...others] = Object.entries(value);
  if (others.length > 0) return false;
  return name === 'add' ? Array.isArray(operand) : (name === 'keep' || name === 'drop') && isCount(operand);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}

function isListOf(value: unknown, isItem: IsRight): boolean {
  return Array.isArray(value) && value.every(isItem);
}
