import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { ApiDescription } from './describe-api.ts';

/** The properties by which the catalogue can be filtered. */
export const facets = ['state', 'owner', 'tag'] as const;
export type Facet = (typeof facets)[number];

/**
 * The values of a facet in a catalogue, each represented by a number, since numbers are fast to count and compare. How a
 * value is written depends on the versions that a reader may see.
 */
export interface FacetValues {
  /** The number of values. */
  readonly size: number;
  readonly numberOf: (name: string) => number | undefined;
}

/** For each facet, the numbers of the values that a version has, in the order of `writtenValues`. */
export type VersionValues = Readonly<Record<Facet, readonly number[]>>;

/** What values of a facet have in common that are the same: documents write one topic as `Billing` and `billing`. */
export function keyOfValue(facet: Facet, value: string): string {
  return facet === 'tag' ? value.toLowerCase() : value;
}

/** The values of a facet as a version writes them. */
export function writtenValues(
  facet: Facet,
  { entry, api, description }: { entry: ManifestApi; api: CompiledApi; description: ApiDescription },
): readonly string[] {
  if (facet === 'state') return [entry.state];
  return facet === 'owner' ? [api.owner] : description.tags;
}

/** Assigns a number to each value of one facet, in order of first occurrence. */
class GrowingValues implements FacetValues {
  readonly #facet: Facet;
  readonly #numbers = new Map<string, number>();

  constructor(facet: Facet) {
    this.#facet = facet;
  }

  get size(): number {
    return this.#numbers.size;
  }

  readonly numberOf = (name: string) => this.#numbers.get(keyOfValue(this.#facet, name));

  add(name: string): number {
    const known = this.numberOf(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(keyOfValue(this.#facet, name), number);
    return number;
  }
}

/** The facets of a catalogue that is being built. */
export class GrowingFacets {
  readonly state = new GrowingValues('state');
  readonly owner = new GrowingValues('owner');
  readonly tag = new GrowingValues('tag');

  add({ state }: ManifestApi, { owner }: CompiledApi, { tags }: ApiDescription): VersionValues {
    return {
      state: [this.state.add(state)],
      owner: [this.owner.add(owner)],
      tag: tags.map((tag) => this.tag.add(tag)),
    };
  }
}
