/**
 * The name of a query parameter or of a form field as lenient servers read it: in lower case, without brackets and
 * surrounding blanks.
 */
export function foldQueryName(sent: string): string {
  const name = sent.trim();
  const bracket = name.indexOf('[');
  return (bracket > 0 ? name.slice(0, bracket) : name).toLowerCase();
}
