import { html, type Html } from '#runtime/pages/html.ts';

/** The rendered items, and the number of omitted items. */
interface Fitting {
  readonly shown: readonly Html[];
  readonly left: number;
}

/** The number of items that do not fit after which rendering stops. */
const mostWithoutRoom = 20;

/** Renders the items whose total markup fits in `maxLength`, so that no document can make a page too large. */
export function renderWithin<Item>(
  items: readonly Item[],
  maxLength: number,
  render: (item: Item) => Html,
): Fitting {
  const shown: Html[] = [];
  let length = 0;
  let withoutRoom = 0;
  for (const item of items) {
    const rendered = render(item);
    const { length: needed } = String(rendered);
    if (length + needed <= maxLength) {
      length += needed;
      shown.push(rendered);
    } else if ((withoutRoom += 1) === mostWithoutRoom) break;
  }
  return { shown, left: items.length - shown.length };
}

/** Cuts a text to at most `maxLength` characters, with an ellipsis if it was longer. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
}

/** Cuts a text to at most `maxLength` characters, in the middle, since names and pointers differ at their end. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = Math.floor((maxLength - 1) / 2);
  return `${text.slice(0, maxLength - 1 - end)}…${text.slice(-end)}`;
}

/** Cuts a text so that its markup has at most `maxLength` characters. One character becomes at most six in markup. */
export function fitText(text: string, maxLength: number): string {
  if (text.length * 6 <= maxLength) return text;
  const start = text.slice(0, maxLength);
  const { length } = String(html`${start}`);
  return cutText(text, Math.floor((start.length * maxLength) / Math.max(length, maxLength)));
}
