/** The headers that a Connection header names, in lower case: they too are for the next hop only. */
export function namedByConnection(connection: string | readonly string[] | undefined): readonly string[] {
  if (connection === undefined) return [];
  return String(connection)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}
