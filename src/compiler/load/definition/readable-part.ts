import { isJsonObject, memberOf, type Json, type JsonObject } from '#compiled/json.ts';
import { shapeAt, type NodeType } from '#openapi/grammar.ts';
import { openDocument } from '#openapi/open-document.ts';
import { pointerOf } from '#openapi/value-path.ts';
import { visitDefinition } from '#openapi/visit-document.ts';
import { appendPointer, splitPointer } from '#source/place.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { findStructuralErrors } from './structure/find-structural-errors.ts';
import { withoutConsequences } from './structure/without-consequences.ts';
import { findExclusiveFields } from './structure/exclusive-fields.ts';
import { type StructuralError, unknownField } from '../validators/fits-openapi.ts';

/** The maximum number of rounds, in each of which omitting parts may reveal further errors. */
const maxRounds = 10;

export interface ReadablePart {
  /** Undefined if errors remain after the last round. */
  readonly part?: Definition;
  /** The errors that appeared only after others were fixed by omissions. */
  readonly hidden: readonly StructuralError[];
}

/**
 * The readable part of a document with errors: members with an error are omitted, and a schema with an error, or
 * without a target, allows every value.
 */
export async function findReadablePart(
  definition: Definition,
  structural: readonly StructuralError[],
): Promise<ReadablePart> {
  const contract = structuredClone(definition.contract);
  const invalidPointers = new Set(definition.invalidPointers);
  const hidden: StructuralError[] = [];
  let errors = structural;
  for (let round = 0; round < maxRounds; round += 1) {
    for (const error of errors) invalidPointers.add(leaveOut(contract, error));
    const unresolved = leaveOutUnresolved(contract);
    for (const pointer of unresolved) invalidPointers.add(pointer);
    errors = await findStructuralErrors(contract, definition.openapi);
    if (errors.length === 0 && unresolved.length === 0)
      return { part: { ...definition, contract, invalidPointers }, hidden };
    hidden.push(...withoutConsequences(errors, invalidPointers));
  }
  return { hidden };
}

/** A document without its references that have no target. */
export function withoutUnresolved(definition: Definition): Definition {
  const contract = structuredClone(definition.contract);
  return { ...definition, contract, invalidPointers: new Set(leaveOutUnresolved(contract)) };
}

/** Omits the references that have no target. Returns the pointers of the omitted or replaced values. */
function leaveOutUnresolved(contract: JsonObject): readonly string[] {
  return findUnresolved(contract).map((path) => leaveOutValue(contract, path));
}

/** The paths of the objects whose `$ref` has no target, or only refers to itself. */
function findUnresolved(contract: JsonObject): readonly (readonly string[])[] {
  const document = openDocument(contract);
  const found: (readonly string[])[] = [];
  visitDefinition(document, {
    reference(reference, holder) {
      const end = document.references.follow({ $ref: reference });
      if (end?.value === undefined) found.push(splitPointer(pointerOf(holder)));
    },
  });
  return found;
}

/** Members that a document requires, each with a placeholder value. */
const fillers: JsonObject = {
  info: { title: '', version: '' },
  title: '',
  version: '',
  paths: {},
  description: '',
  required: true,
  responses: { default: { description: '' } },
  schema: {},
  type: 'string',
  items: { type: 'string' },
};

/** Fixes an error by omitting a value or adding a placeholder. Returns the pointer of that value. */
function leaveOut(contract: JsonObject, error: StructuralError): string {
  const { instancePath, keyword, params } = error;
  const path = splitPointer(instancePath);
  const unknown = unknownField(error);
  if (unknown !== undefined) {
    removeMember(holderAt(contract, path), unknown);
    return appendPointer(instancePath, unknown);
  }
  // An incomplete security scheme is useless, but without the scheme its name would be unknown.
  if (isInScheme(path)) return leaveOutValue(contract, path);
  const [, extra] = findExclusiveFields(error, holderAt(contract, path)) ?? [];
  if (extra !== undefined) {
    removeMember(holderAt(contract, path), extra);
    return appendPointer(instancePath, extra);
  }
  const missing = String(params['missingProperty']);
  if (keyword === 'required' && Object.hasOwn(fillers, missing)) {
    setMember(holderAt(contract, path), missing, fillers[missing] ?? null);
    return appendPointer(instancePath, missing);
  }
  return leaveOutValue(contract, path);
}

/**
 * Omits a value, or the member of the nearest OpenAPI object that contains it. Returns the pointer of what was omitted.
 */
function leaveOutValue(contract: JsonObject, path: readonly string[]): string {
  if (path[0] === 'info') {
    setMember(contract, 'info', fillers['info'] ?? null);
    return '/info';
  }
  const unit = unitAround(path);
  const holder = holderAt(contract, unit.slice(0, -1));
  const name = unit.at(-1) ?? '';
  const replacement = replacementFor(shapeAt('Document', unit)?.type, holder, contract);
  if (replacement === undefined) removeMember(holder, name);
  else setMember(holder, name, replacement);
  return appendPointer('', ...unit);
}

/**
 * The path of the nearest value around a place that is an OpenAPI object, a map of such objects, or a member of one.
 */
function unitAround(path: readonly string[]): readonly string[] {
  let end = path.length;
  while (end > 1 && !isUnit(path.slice(0, end))) end -= 1;
  return path.slice(0, end);
}

function isUnit(path: readonly string[]): boolean {
  if (isInScheme(path.slice(0, -1))) return false;
  return shapeAt('Document', path) !== undefined || shapeAt('Document', path.slice(0, -1))?.as === 'one';
}

/** Whether a path leads to a security scheme, or to a part of one. */
function isInScheme(path: readonly string[]): boolean {
  return path.some((_, index) => {
    const shape = shapeAt('Document', path.slice(0, index + 1));
    return shape?.type === 'SecurityScheme' && shape.as === 'one';
  });
}

/**
 * The value that replaces an omitted one; undefined if it can be removed. Items of lists are replaced, so that the
 * pointers of later items stay the same.
 */
function replacementFor(
  type: NodeType | undefined,
  holder: Json | undefined,
  contract: JsonObject,
): JsonObject | undefined {
  if (type === 'Schema') return Array.isArray(holder) || isJsonObject(holder) ? {} : undefined;
  const isSwagger = Object.hasOwn(contract, 'swagger');
  if (type === 'SecurityScheme' && isJsonObject(holder)) {
    return isSwagger
      ? { type: 'apiKey', name: 'left-out', in: 'header' }
      : { type: 'openIdConnect', openIdConnectUrl: 'https://left-out.example' };
  }
  if (type !== 'Parameter' || !Array.isArray(holder)) return undefined;
  const value = isSwagger ? { type: 'string' } : { schema: {} };
  return { name: 'left-out', in: 'header', ...value };
}

function holderAt(contract: JsonObject, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(memberOf, contract);
}

function removeMember(holder: Json | undefined, name: string): void {
  if (isJsonObject(holder)) Reflect.deleteProperty(holder, name);
}

/** Sets a member of any name, even `__proto__`. */
function setMember(holder: Json | undefined, name: string, value: Json): void {
  if (typeof holder !== 'object' || holder === null) return;
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });
}
