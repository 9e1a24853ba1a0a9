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

/** Follows references, and collects their errors and the files that they need. */
export class References {
  readonly #rootOf: RootOf;
  readonly #findings = new Map<string, ReferenceFinding>();
  /** Whether references lead to a value instead of a cycle, by the keys of their places. */
  readonly #known = new Map<string, boolean>();
  readonly needs = new Set<string>();

  constructor(rootOf: RootOf) {
    this.#rootOf = rootOf;
  }

  get findings(): readonly ReferenceFinding[] {
    return [...this.#findings.values()];
  }

  /** The target of a reference; undefined, with a finding, if it leads back to itself or has no target. */
  follow(value: Reference, place: Place): Target | undefined {
    const found = this.resolve(value.$ref, placeOf(place, '$ref'));
    if (!found || !isReference(found.value) || this.#ends(keyOf(place), found)) return found;
    this.report(placeOf(place, '$ref'), cycleOf(value.$ref));
    return undefined;
  }

  /**
   * Whether a reference leads to a value instead of a cycle. The result is cached for each reference on the way, so
   * that a long chain is followed once.
   */
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

  /**
   * The members of an object, sorted. If the object has a `$ref`, members of its target that the object lacks are
   * included.
   */
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

  /** The target of a `$dynamicRef`, which must exist as for a `$ref` (JSON Schema 2020-12, section 8.2.3.2). */
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

/** Valid values of the keywords that name a schema; invalid values are reported later. */
const nameForms: ReadonlyMap<string, RegExp> = new Map([
  ['$id', /^[^#]*#?$/],
  ['$anchor', /^[A-Za-z_][-\w.]*$/],
]);

/**
 * Whether a member of a schema is a name that contracts omit. References in contracts are pointers from the root: an
 * `$id` would change their base, and an `$anchor`, which may exist in several files, is not needed.
 */
export function isNameOfSchema(key: string, name: unknown, openapi: string): boolean {
  const form = nameForms.get(key);
  return form !== undefined && openapi >= '3.1' && typeof name === 'string' && form.test(name);
}

/** The `$dynamicRef` of a schema; undefined before OpenAPI 3.1, where it has no effect. */
export function dynamicReferenceIn({ $dynamicRef }: JsonObject, openapi: string): string | undefined {
  return typeof $dynamicRef === 'string' && openapi >= '3.1' ? $dynamicRef : undefined;
}

/** The reference to a schema's `$dynamicAnchor`, if a `$dynamicRef` named the schema by it. */
export function dynamicAnchorOf(reference: string, target: unknown): string | undefined {
  const anchor = isJsonObject(target) ? target['$dynamicAnchor'] : undefined;
  const isNamed = typeof anchor === 'string' && reference.endsWith(`#${anchor}`);
  return isNamed ? `#${anchor}` : undefined;
}

/**
 * Whether a `$dynamicRef` has no target. Several possible targets are valid, since the one that counts depends on the
 * schemas around it; so is a remote target, which is not read.
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

/**
 * Converts a pointer to the fragment of a URL (RFC 6901 section 6). Half a surrogate pair, which cannot be encoded, is
 * unchanged.
 */
export function toReference(pointer: string): string {
  const encoded = pointer.replaceAll(/\P{Cs}+/gu, (text) => encodeURI(text));
  return `#${encoded.replaceAll('#', '%23')}`;
}
