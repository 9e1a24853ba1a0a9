/**
 * A list as `JSON.stringify` writes it with an indent of 2, an item at a time, since the text of all findings of a
 * large repository may not fit into memory. `indent` is the indentation of the line that the list begins in.
 */
export function* writeJsonList<T>(
  items: readonly T[],
  toJson: (item: T, index: number) => object,
  indent = '',
): Generator<string, void> {
  if (items.length === 0) return yield '[]';
  const inner = `\n${indent}  `;
  for (const [index, item] of items.entries()) {
    // JSON contains line breaks only between its tokens.
    const written = JSON.stringify(toJson(item, index), null, 2).replaceAll('\n', inner);
    yield (index === 0 ? '[' : ',') + inner + written;
  }
  yield `\n${indent}]`;
}
