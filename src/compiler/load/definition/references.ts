import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import { placeOf, type Place } from '../../../source/place.ts';
import type { Finding } from '../../workspace/finding.ts';
import { cycleOf, resolveReference, type ReferenceProblem, type RootOf } from './resolve-reference.ts';

export type Reference = JsonObject & { readonly $ref: string };

export interface Target {
  readonly target: Place;
  readonly value: unknown;
}

export type ReferenceFinding = Finding & Pick<ReferenceProblem, 'code'>;

/** Follows references, and keeps what is wrong with them and which files they wait for. */
export class References {
  readonly #rootOf: RootOf;
  readonly #findings = new Map<string, ReferenceFinding>();
  readonly needs = new Set<string>();

  constructor(rootOf: RootOf) {
    this.#rootOf = rootOf;
  }

  get findings(): readonly ReferenceFinding[] {
    return [...this.#findings.values()];
  }

  /** Where a reference leads, and that it does not lead back to itself. */
  follow(value: Reference, place: Place): Target | undefined {
    const found = this.resolve(value.$ref, placeOf(place, '$ref'));
    const seen = new Set<string>([keyOf(place)]);
    for (let next = found; next && isReference(next.value);) {
      const key = keyOf(next.target);
      if (seen.has(key)) {
        this.report(placeOf(place, '$ref'), cycleOf(value.$ref));
        return undefined;
      }
      seen.add(key);
      next = this.resolve(next.value.$ref, placeOf(next.target, '$ref'));
    }
    return found;
  }

  /** The members of an object, sorted; what it refers to as a whole lends those that it lacks itself. */
  membersOf({ value, target: place }: Target): ReadonlyMap<string, Target> {
    if (!isJsonObject(value)) return new Map();
    const found = isReference(value) ? this.follow(value, place) : undefined;
    const own = Object.keys(found ? besideOf(value) : value)
      .toSorted()
      .map((key) => [key, { target: placeOf(place, key), value: value[key] }] as const);
    return new Map([...(found ? this.membersOf(found) : []), ...own]);
  }

  resolve(reference: string, at: Place): Target | undefined {
    const resolution = resolveReference(reference, at.file, this.#rootOf);
    if ('target' in resolution) return resolution;
    if ('needs' in resolution) this.needs.add(resolution.needs);
    if ('problem' in resolution) this.report(at, resolution.problem);
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

/** What stands beside a `$ref`. */
export function besideOf(value: JsonObject): JsonObject {
  const { $ref: _, ...beside } = value;
  return beside;
}

export function keyOf({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}
