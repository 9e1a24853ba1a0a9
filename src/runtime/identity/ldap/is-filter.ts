import { FilterParser } from 'ldapts';

/** Whether the text is a valid LDAP filter (RFC 4515). */
export function isFilter(text: string): boolean {
  try {
    FilterParser.parseString(text);
    return true;
  } catch {
    return false;
  }
}
