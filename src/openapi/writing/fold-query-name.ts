/**
 * The name of a query parameter or of a field of a form as lenient servers read it: without its brackets and the blanks
 * around it, in lower case.
 */
export function foldQueryName(sent: string): string {
  const name = sent.trim();
  const bracket = name.indexOf('[');
  return (bracket > 0 ? name.slice(0, bracket) : name).toLowerCase();
}
