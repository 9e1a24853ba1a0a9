import { median } from '../lint/measure.ts';
import type { Bench, Build } from './bench.ts';
import { note } from './report.ts';

/** What each build has taken, one entry a round. */
export type Rounds<Cost> = ReadonlyMap<Build, readonly Cost[]>;

/** The limit for this checkout's figure, as a ratio to the other's. */
export const mostToOther = 1.03;

/** Measures each build once a round, so that other load on the machine affects all of them. */
export async function measureBuilds<Prepared, Cost>(
  rounds: number,
  prepared: ReadonlyMap<Build, Prepared>,
  measure: (prepared: Prepared) => Promise<Cost>,
): Promise<Rounds<Cost>> {
  const taken = new Map([...prepared.keys()].map((build) => [build, [] as Cost[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [build, one] of prepared) taken.get(build)?.push(await measure(one));
  }
  return taken;
}

/** Prepares each build for its rounds. */
export async function prepareBuilds<Prepared>(
  { builds }: Bench,
  prepare: (build: Build) => Promise<Prepared>,
): Promise<ReadonlyMap<Build, Prepared>> {
  const prepared = new Map<Build, Prepared>();
  for (const build of builds) prepared.set(build, await prepare(build));
  return prepared;
}

/** Prints the median of the ratios of this checkout to the other one, if there is another. */
export function noteRatio<Cost>(name: string, taken: Rounds<Cost>, figureOf: (cost: Cost) => number): void {
  const [ours, theirs] = [...taken.values()];
  if (!ours || !theirs) return;
  const ratios = ours.flatMap((cost, round) => {
    const other = theirs[round];
    return other === undefined ? [] : [figureOf(cost) / figureOf(other)];
  });
  note({ name: `${name}, to the other checkout`, figure: median(ratios), unit: 'times', most: mostToOther });
}

/** The median of what this checkout has taken. */
export function medianOfOwn<Cost>(taken: Rounds<Cost>, figureOf: (cost: Cost) => number): number {
  const [ours = []] = taken.values();
  return median(ours.map(figureOf));
}
