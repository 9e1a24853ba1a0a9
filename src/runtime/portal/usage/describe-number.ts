const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** A count for people: `1,204`. */
export function describeCount(count: number): string {
  return whole.format(count);
}

/** A count where there is little room: `1.2K`. */
export function describeShortCount(count: number): string {
  return compact.format(count);
}

/** A share from 0 to 1: `12%`; more than nothing is never 0%, and less than all never 100%. */
export function describeShare(share: number): string {
  if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`;
  return percent.format(share < 1 ? Math.min(share, 0.99) : share);
}
