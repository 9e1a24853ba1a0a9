import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { ApiDescription } from './describe-api.ts';

/** What the APIs of the catalogue can be browsed by. */
export const facets = ['state', 'owner', 'tag'] as const;
export type Facet = (typeof facets)[number];

/** The values of a facet in a catalogue. A value's number is its index: numbers are counted and compared quickly. */
export interface FacetValues {
  readonly names: readonly string[];
  readonly numberOf: (name: string) => number | undefined;
}

/** The numbers of the values that a version has in each facet. */
export type VersionValues = Readonly<Record<Facet, readonly number[]>>;

/** Numbers the values of one facet in the order in which they come. */
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
