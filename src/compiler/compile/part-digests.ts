import { digestOf, type Digest } from '#compiled/digest.ts';
import type { BuildStore, Results } from '#compiler/workspace/build-store.ts';
import {
  rememberedDefinitions,
  type RememberedDefinition,
} from '#compiler/workspace/remembered-definition.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';

/**
 * If a definition has more digests than this, only those that are in use are saved. The others belong to declarations
 * that have changed.
 */
const maxDigests = 64;

/**
 * The digests of the parts of APIs, saved with the findings in their definitions. They are used only for parts that two
 * states have in common, so a wrong digest cannot hide a difference between the states.
 */
export class PartDigests {
  readonly #known: Results<string, RememberedDefinition>;
  readonly #shared: ReadonlySet<DeclaredApi>;
  readonly #current: ReadonlySet<DeclaredApi>;
  /** The digests in use, by the path of the definition, and by the key of the API. */
  readonly #used = new Map<string, Record<string, Digest>>();

  /** Only digests of parts of `head` are saved. */
  constructor(store: BuildStore, base: Workspace | undefined, head: Workspace | undefined) {
    this.#known = store.of(rememberedDefinitions);
    const current = new Set(head?.apis);
    this.#current = current;
    this.#shared = new Set(base?.apis.filter((api) => current.has(api)));
  }

  find(api: DeclaredApi, deployment: string): Digest | undefined {
    const parts = this.#shared.has(api) ? api.remembered?.parts : undefined;
    if (!parts) return undefined;
    const key = keyOf(api, deployment);
    const digest = parts[key];
    if (digest !== undefined) this.#use(api, key, digest);
    return digest;
  }

  set(api: DeclaredApi, deployment: string, digest: Digest): void {
    if (this.#current.has(api)) this.#use(api, keyOf(api, deployment), digest);
  }

  #use({ definition }: DeclaredApi, key: string, digest: Digest): void {
    if (!definition) return;
    const { file } = definition.place;
    const used = this.#used.get(file) ?? {};
    used[key] = digest;
    this.#used.set(file, used);
  }

  /** Saves the digests that were used or computed, in addition to those saved before. */
  keep(): void {
    for (const [path, used] of this.#used) {
      const before = this.#known.last(path)?.parts ?? {};
      if (Object.keys(used).every((key) => before[key] === used[key])) continue;
      const all = { ...before, ...used };
      const parts = Object.keys(all).length > maxDigests ? used : all;
      this.#known.revise(path, (remembered) => ({ ...remembered, parts }));
    }
  }
}

/**
 * The digest of everything that a part is compiled from, except for the contract. If members are merely reordered, the
 * part is compiled again.
 */
function keyOf({ value, guides }: DeclaredApi, deployment: string): string {
  return digestOf(JSON.stringify([deployment, value, ...(guides ?? [])]));
}
