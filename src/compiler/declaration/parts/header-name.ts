import Type from 'typebox';

/** A token of RFC 9110, section 5.6.2; other characters would make the header invalid. */
export const HeaderNameSchema = Type.String({
  pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
  description: "The name of a header: letters, digits and any of !#$%&'*+-.^_`|~.",
});
