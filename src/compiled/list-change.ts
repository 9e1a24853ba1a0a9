import { sameJson } from './json.ts';

/**
 * The steps that turn one list into another, from start to end: a number of items to keep or to drop, or items to add.
 */
export type ListChange<Item> = readonly ListStep<Item>[];

type ListStep<Item> =
  | { readonly keep: number }
  | { readonly drop: number }
  | { readonly add: readonly Item[] };

/**
 * The steps that turn `base` into `head`. Items with the same key and the same JSON stay if their order is unchanged.
 * Keys need not be unique, but should distinguish most items.
 */
export function diffList<Item>(
  base: readonly Item[],
  head: readonly Item[],
  keyOf: (item: Item) => string,
): ListChange<Item> {
  const steps = new ListSteps<Item>();
  let places: ReadonlyMap<string, number> | undefined;
  let next = 0;
  for (const item of head) {
    const before = base[next];
    if (before !== undefined && keyOf(before) === keyOf(item)) {
      if (sameJson(before, item)) steps.keep(1);
      else steps.replace(item);
      next += 1;
      continue;
    }
    // Built only when needed: most changes replace one item.
    places ??= new Map(base.map((other, index) => [keyOf(other), index]));
    const place = places.get(keyOf(item)) ?? -1;
    if (place < next || !sameJson(base[place], item)) {
      steps.add(item);
      continue;
    }
    steps.drop(place - next);
    steps.keep(1);
    next = place + 1;
  }
  steps.drop(base.length - next);
  return steps.all;
}

/**
 * Applies `change` to the `base` it was computed from. Unchanged items stay the same objects, and so does an unchanged
 * list.
 */
export function applyListChange<Item>(base: readonly Item[], change: ListChange<Item>): readonly Item[] {
  if (change.every((step) => 'keep' in step)) return base;
  const runs: (readonly Item[])[] = [];
  let next = 0;
  for (const step of change) {
    if ('add' in step) runs.push(step.add);
    else if ('keep' in step) runs.push(base.slice(next, (next += step.keep)));
    else next += step.drop;
  }
  return runs.flat();
}

/** Merges consecutive steps of the same type. */
class ListSteps<Item> {
  readonly all: ListStep<Item>[] = [];

  keep(count: number): void {
    const last = this.all.at(-1);
    if (last && 'keep' in last) this.all[this.all.length - 1] = { keep: last.keep + count };
    else this.all.push({ keep: count });
  }

  drop(count: number): void {
    if (count > 0) this.all.push({ drop: count });
  }

  replace(item: Item): void {
    this.add(item);
    this.drop(1);
  }

  add(item: Item): void {
    const last = this.all.at(-1);
    if (last && 'add' in last) (last.add as Item[]).push(item);
    else this.all.push({ add: [item] });
  }
}
