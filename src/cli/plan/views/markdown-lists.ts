/** A list below a title. */
export interface MarkdownList {
  readonly title: string;
  /** The text above the list, as Markdown. */
  readonly note?: string;
  /** The items, as Markdown, made if there is room for them. */
  readonly items: readonly (() => string)[];
  /** Whether its reader has to open it. */
  readonly isFolded?: boolean;
}

/** Kept for the line that shows how many items are missing. */
const roomForRest = 100;

/**
 * The lists that have items, in at most so many characters with two line breaks between them: each may take half of the
 * room that is left, and the last one all of it.
 */
export function renderMarkdownLists(lists: readonly MarkdownList[], room: number): readonly string[] {
  const filled = lists.filter(({ items }) => items.length > 0);
  let left = room;
  return filled.map((list, index) => {
    const text = renderList(list, index === filled.length - 1 ? left : Math.floor(left / 2));
    left -= text.length + '\n\n'.length;
    return text;
  });
}

function renderList(list: MarkdownList, room: number): string {
  const { title, note, isFolded = false } = list;
  const [start, end] = isFolded
    ? [`<details><summary>${title}</summary>\n\n`, '\n\n</details>']
    : [`### ${title}\n\n`, ''];
  const above = note === undefined ? '' : `${note}\n\n`;
  const frame = start.length + above.length + end.length + roomForRest;
  return `${start}${above}${renderItems(list, room - frame)}${end}`;
}

function renderItems({ items }: MarkdownList, room: number): string {
  const written: string[] = [];
  let length = 0;
  for (const [index, make] of items.entries()) {
    const item = `- ${make().replaceAll('\n', '\n  ')}`;
    length += item.length + 1;
    if (length > room)
      return [...written, '', `… and ${items.length - index} more, not shown here.`].join('\n');
    written.push(item);
  }
  return written.join('\n');
}
