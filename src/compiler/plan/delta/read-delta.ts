import { isJsonObject } from '../../../compiled/json.ts';
import { PlanFileError } from './plan-file-error.ts';
import { deltaFormat, type TableDelta } from './table-delta.ts';

/** Reads the delta of a plan that comes from outside. Throws a PlanFileError. */
export function readDelta(plan: unknown): TableDelta {
  const delta = isJsonObject(plan) ? plan['delta'] : undefined;
  if (!isJsonObject(delta)) {
    throw new PlanFileError('The file has no `delta`, so it is no plan that can be applied.');
  }
  if (delta['format'] !== deltaFormat) {
    throw new PlanFileError(
      `The delta of the plan has format ${JSON.stringify(delta['format'])}, and this version of gatewright reads format ${deltaFormat}.`,
    );
  }
  const breach = Object.entries(members).find(([name, isRight]) => !isRight(delta[name]));
  if (breach)
    throw new PlanFileError(`The delta of the plan is damaged: its \`${breach[0]}\` cannot be read.`);
  return delta as unknown as TableDelta;
}

type IsRight = (value: unknown) => boolean;

/** What each member of a delta has to be. */
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
