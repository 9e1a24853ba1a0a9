import { FilterParser } from 'ldapts';

/** Whether a text is a filter by RFC 4515. */
export function isFilter(text: string): boolean {
  try {
    FilterParser.parseString(text);
    return true;
  } catch {
    return false;
  }
}
