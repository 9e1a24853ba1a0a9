import Type from 'typebox';

/** A date and time of RFC 3339, section 5.6, in capitals and without a leap second, which `Date.parse` reads. */
export const DateTimeSchema = (description: string) =>
  Type.String({
    pattern:
      '^[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))' +
      'T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$',
    description,
  });

/** The description of each field that revokes many tokens at once. */
export const tokensNotBefore = (whose: string): string =>
  `Tokens${whose} that were issued before this date and time are refused: 2026-01-31T12:00:00Z.`;
