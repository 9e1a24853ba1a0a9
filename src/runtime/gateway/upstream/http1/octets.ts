/** Octets with a special meaning in HTTP/1.1 messages (RFC 9112 section 2.2). */
export const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20] as const;
export const [colon, semicolon] = [0x3a, 0x3b] as const;

/** 1 for the octets that are allowed in a token (RFC 9110 section 5.6.2). */
export const isTokenByte = markOctets((octet) => /[!#$%&'*+.^_`|~\w-]/.test(String.fromCharCode(octet)));

/** 1 for the octets that are allowed in a field's value and a reason (RFC 9110 section 5.5). */
export const isTextByte = markOctets((octet) => octet === tab || (octet >= space && octet !== 0x7f));

/** The lower-case form of each octet. */
export const lowerCase: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet,
);

/** The value of an octet as a hexadecimal digit; 255 if it is not one. */
export const hexadecimal: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return /[\da-f]/i.test(character) ? Number.parseInt(character, 16) : 255;
});

function markOctets(isMarked: (octet: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, octet) => (isMarked(octet) ? 1 : 0));
}
