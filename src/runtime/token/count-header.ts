/**
 * How many times a request carries a header, by its lower-case name of letters and hyphens. `rawHeaders` alternates
 * between names and values.
 */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length === name.length && isNamed(sent, name)) count += 1;
  }
  return count;
}

/** Compares without lower-case copies, which would cost more than the rest of the search. */
function isNamed(sent: string, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    if (toLowerCase(sent.charCodeAt(index)) !== name.charCodeAt(index)) return false;
  }
  return true;
}

function toLowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
}
