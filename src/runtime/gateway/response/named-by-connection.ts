/** The headers that a Connection header names, in lower case: they too are for the next hop only. */
export function namedByConnection(
  connection: string | readonly string[] | undefined,
): readonly string[] | undefined {
  // What nearly every connection says names none.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  return String(connection)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}
