import type { Html } from '../../pages/html.ts';

/** Items on a page, and how many had no room on it. */
export interface Fitting {
  readonly shown: readonly Html[];
  readonly left: number;
}

/** Renders items until their markup would exceed a length, so that no document makes a page too large. */
export function renderWithin<Item>(
  items: readonly Item[],
  maxLength: number,
  render: (item: Item) => Html,
): Fitting {
  const shown: Html[] = [];
  let length = 0;
  for (const item of items) {
    const rendered = render(item);
    length += String(rendered).length;
    if (length > maxLength) break;
    shown.push(rendered);
  }
  return { shown, left: items.length - shown.length };
}

/** A text of at most so many characters, with an ellipsis if it was longer. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
}
