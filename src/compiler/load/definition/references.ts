import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import { placeOf, type Place } from '#source/place.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { cycleOf, resolveReference, type ReferenceProblem, type RootOf } from './resolve-reference.ts';

export type Reference = JsonObject & { readonly $ref: string };

export interface Target {
  readonly target: Place;
  readonly value: unknown;
}

export type ReferenceFinding = Finding & Pick<ReferenceProblem, 'code'>;

/** Follows references, and keeps their errors and the files they wait for. */
export class References {
  readonly #rootOf: RootOf;
  readonly #findings = new Map<string, ReferenceFinding>();
  /** Whether references end, by the keys of their places. */
  readonly #known = new Map<string, boolean>();
  readonly needs = new Set<string>();

  constructor(rootOf: RootOf) {
    this.#rootOf = rootOf;
  }

  get findings(): readonly ReferenceFinding[] {
    return [...this.#findings.values()];
  }

  /** Finds the target of a reference, and checks that it does not lead back to itself. */
  follow(value: Reference, place: Place): Target | undefined {
    const found = this.resolve(value.$ref, placeOf(place, '$ref'));
    if (!found || !isReference(found.value) || this.#ends(keyOf(place), found)) return found;
    this.report(placeOf(place, '$ref'), cycleOf(value.$ref));
    return undefined;
  }

  /** Whether a reference ends, which is remembered for each reference on its way, so a long chain is followed once. */
  #ends(start: string, found: Target): boolean {
    const way = new Set<string>([start]);
    let next: Target | undefined = found;
    let ends: boolean | undefined;
    while (ends === undefined) {
      if (!next || !isReference(next.value)) ends = true;
      else {
        const key = keyOf(next.target);
        ends = way.has(key) ? false : this.#known.get(key);
        way.add(key);
        if (ends === undefined) next = this.resolve(next.value.$ref, placeOf(next.target, '$ref'));
      }
    }
    for (const key of way) this.#known.set(key, ends);
    return ends;
  }

  /** The members of an object, sorted; a reference of the whole object adds the missing ones. */
  membersOf({ value, target: place }: Target): ReadonlyMap<string, Target> {
    if (!isJsonObject(value)) return new Map();
    const found = isReference(value) ? this.follow(value, place) : undefined;
    const own = Object.keys(found ? siblingsOf(value) : value)
      .toSorted()
      .map((key) => [key, { target: placeOf(place, key), value: value[key] }] as const);
    return new Map([...(found ? this.membersOf(found) : []), ...own]);
  }

  resolve(reference: string, at: Place): Target | undefined {
    const resolution = resolveReference(reference, at.file, this.#rootOf, at.pointer);
    if ('target' in resolution) return resolution;
    if ('needs' in resolution) this.needs.add(resolution.needs);
    if ('problem' in resolution) this.report(at, resolution.problem);
    return undefined;
  }

  /** The target of a `$dynamicRef`, which needs one as a `$ref` does (JSON Schema 2020-12, section 8.2.3.2). */
  resolveDynamic(reference: string, at: Place): Target | undefined {
    const resolution = resolveReference(reference, at.file, this.#rootOf, at.pointer);
    if ('target' in resolution) return resolution;
    if ('needs' in resolution) this.needs.add(resolution.needs);
    if ('problem' in resolution && isLost(resolution.problem)) this.report(at, resolution.problem);
    return undefined;
  }

  report(at: Place, problem: ReferenceProblem): void {
    this.#findings.set(`${keyOf(at)} ${problem.code}`, { at, ...problem });
  }
}

export function isReference(value: unknown): value is Reference {
  return isJsonObject(value) && typeof value['$ref'] === 'string';
}

export function isOnlyReference(value: unknown): value is Reference {
  return isReference(value) && Object.keys(value).length === 1;
}

/** Valid values of the keywords that name a schema for references; others are errors, which are reported later. */
const nameForms: ReadonlyMap<string, RegExp> = new Map([
  ['$id', /^[^#]*#?$/],
  ['$anchor', /^[A-Za-z_][-\w.]*$/],
]);

/**
 * Whether a member of a schema is one that contracts leave out. Their references are pointers, relative to the document:
 * an `$id` would change what they are relative to, and an `$anchor`, of which another file may have the same, names nothing.
 */
export function isNameOfSchema(key: string, name: unknown, openapi: string): boolean {
  const form = nameForms.get(key);
  return form !== undefined && openapi >= '3.1' && typeof name === 'string' && form.test(name);
}

/** The `$dynamicRef` of a schema; before OpenAPI 3.1 it means nothing. */
export function dynamicReferenceIn({ $dynamicRef }: JsonObject, openapi: string): string | undefined {
  return typeof $dynamicRef === 'string' && openapi >= '3.1' ? $dynamicRef : undefined;
}

/** The reference to the anchor of a schema, if a `$dynamicRef` led to the schema by its anchor. */
export function dynamicAnchorOf(reference: string, target: unknown): string | undefined {
  const anchor = isJsonObject(target) ? target['$dynamicAnchor'] : undefined;
  const isNamed = typeof anchor === 'string' && reference.endsWith(`#${anchor}`);
  return isNamed ? `#${anchor}` : undefined;
}

/**
 * Whether a `$dynamicRef` has no target. Of several it may lead to any: which of them counts depends on the schemas that
 * lead to it. What is elsewhere is followed by nobody.
 */
function isLost({ code }: ReferenceProblem): boolean {
  return code === 'reference-missing' || code === 'reference-unreadable';
}

/** The siblings of a `$ref`. */
export function siblingsOf(value: JsonObject): JsonObject {
  const { $ref: _, ...siblings } = value;
  return siblings;
}

export function keyOf({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}

/** Whether the target of a discriminator is a reference; otherwise it is the bare name of a schema. */
export function mayBeReference(value: unknown): value is string {
  return typeof value === 'string' && /[#/]|\.(ya?ml|json)$/.test(value);
}

/** A pointer as the fragment of a URL (RFC 6901 section 6); half a surrogate pair, which no URL has, stays. */
export function toReference(pointer: string): string {
  const encoded = pointer.replaceAll(/\P{Cs}+/gu, (text) => encodeURI(text));
  return `#${encoded.replaceAll('#', '%23')}`;
}
