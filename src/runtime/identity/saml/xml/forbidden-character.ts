/**
 * What no XML document may hold, be it written out or as a reference (XML 1.0 sections 2.2 and 4.1), and the
 * replacement character: it hashes like whatever was lost.
 */
export const forbiddenCharacter = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFC}\u{10000}-\u{10FFFF}]/u;
