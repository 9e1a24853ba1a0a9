import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { ApiDescription } from './describe-api.ts';

/** The properties by which the catalogue can be filtered. */
export const facets = ['state', 'owner', 'tag'] as const;
export type Facet = (typeof facets)[number];

/**
 * The values of a facet in a catalogue. A value is represented by its index in `names`, since numbers are fast to count
 * and compare.
 */
export interface FacetValues {
  readonly names: readonly string[];
  readonly numberOf: (name: string) => number | undefined;
}

/** For each facet, the indexes of the values that a version has. */
export type VersionValues = Readonly<Record<Facet, readonly number[]>>;

/** Assigns an index to each value of one facet, in order of first occurrence. */
class GrowingValues implements FacetValues {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  readonly numberOf = (name: string) => this.#numbers.get(name);

  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** The facets of a catalogue that is being built. */
export class GrowingFacets {
  readonly state = new GrowingValues();
  readonly owner = new GrowingValues();
  readonly tag = new GrowingValues();

  add({ state }: ManifestApi, { owner }: CompiledApi, { tags }: ApiDescription): VersionValues {
    return {
      state: [this.state.add(state)],
      owner: [this.owner.add(owner)],
      tag: tags.map((tag) => this.tag.add(tag)),
    };
  }
}
