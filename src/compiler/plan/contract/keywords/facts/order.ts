/** How head's restriction compares to base's; `other` if neither includes the other. */
export type Order = 'same' | 'tighter' | 'looser' | 'other';

/** The order of two sets of allowed names: `tighter` if `after` is a proper subset of `before`. */
export function orderOfSets(before: ReadonlySet<string>, after: ReadonlySet<string>): Order {
  const isIn = (names: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...names].every((name) => others.has(name));
  const [isTighter, isLooser] = [isIn(after, before), isIn(before, after)];
  if (isTighter && isLooser) return 'same';
  return isTighter ? 'tighter' : isLooser ? 'looser' : 'other';
}

export function opposite(order: Order): Order {
  return order === 'tighter' ? 'looser' : order === 'looser' ? 'tighter' : order;
}

/** The order of several restrictions that apply together. */
export function together(orders: readonly Order[]): Order {
  const [first, ...others] = new Set(orders.filter((order) => order !== 'same'));
  return others.length > 0 ? 'other' : (first ?? 'same');
}
