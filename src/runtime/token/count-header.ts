/** How often a request carries a header, by its lower-case name; `rawHeaders` holds names and values in turn. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}
