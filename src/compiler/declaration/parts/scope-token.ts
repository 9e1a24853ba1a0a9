import Type from 'typebox';

/** One scope of RFC 6749, section 3.3. */
export const ScopeTokenSchema = Type.String({
  pattern: '^[!#-\\[\\]-~]+$',
  description:
    'A scope (RFC 6749, section 3.3): printable ASCII, without a space, a double quote or a backslash.',
});
