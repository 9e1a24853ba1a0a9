import { type CountedDifference, type Difference, differenceKinds } from './difference.ts';

/** The maximum number of distinct differences. Further differences are only counted. */
const maxDistinct = 1000;

/** Counts differences in bounded memory, whatever the traffic. */
export class DifferenceLog {
  readonly #known = new Map<string, { readonly difference: Difference; calls: number }>();
  readonly #report: (difference: Difference) => void;
  #others = 0;

  /** `report` receives each difference when it is first seen. */
  constructor(report: (difference: Difference) => void) {
    this.#report = report;
  }

  /** Adds the differences of one call. Equal differences count once. */
  addCall(differences: readonly Difference[]): void {
    const ofCall = new Map(differences.map((difference) => [keyOf(difference), difference]));
    for (const [key, difference] of ofCall) this.#add(key, difference);
  }

  #add(key: string, difference: Difference): void {
    const known = this.#known.get(key);
    if (known) known.calls += 1;
    else if (this.#known.size >= maxDistinct) this.#others += 1;
    else {
      this.#known.set(key, { difference, calls: 1 });
      this.#report(difference);
    }
  }

  /** How often a call had a difference that was not recorded, since the memory is full. */
  get others(): number {
    return this.#others;
  }

  /** All recorded differences, sorted by kind, then by operation. */
  get all(): readonly CountedDifference[] {
    const order = Object.keys(differenceKinds);
    const sortKey = ({ kind, operation, direction, status = 0, place = '', message }: Difference) =>
      JSON.stringify([
        String(order.indexOf(kind)).padStart(2, '0'),
        operation,
        direction,
        status,
        place,
        message,
      ]);
    return [...this.#known.values()]
      .map(({ difference, calls }) => ({ ...difference, calls }))
      .map((counted) => [sortKey(counted), counted] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, counted]) => counted);
  }
}

function keyOf({ kind, operation, direction, status, place, message }: Difference): string {
  return JSON.stringify([kind, operation, direction, status, place, message]);
}
