import { html, type Html } from '#runtime/pages/html.ts';

/** Items on a page, and how many had no room on it. */
interface Fitting {
  readonly shown: readonly Html[];
  readonly left: number;
}

/** After so many items without room, no others are tried. */
const mostWithoutRoom = 20;

/** Renders the items whose markup fits in a length together, so that no document makes a page too large. */
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

/** A text of at most so many characters, with an ellipsis if it was longer. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
}

/** A text whose markup has at most so many characters; each of its own becomes six of them at most. */
export function fitText(text: string, maxLength: number): string {
  if (text.length * 6 <= maxLength) return text;
  const start = text.slice(0, maxLength);
  const { length } = String(html`${start}`);
  return cutText(text, Math.floor((start.length * maxLength) / Math.max(length, maxLength)));
}
