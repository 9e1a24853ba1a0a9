import Type from 'typebox';

/** A full date of RFC 3339, section 5.6; it means the first second of that day in UTC. */
export const DateSchema = (description: string) => Type.String({ format: 'date', description });

/** A date and time of RFC 3339, section 5.6. */
export const DateTimeSchema = (description: string) => Type.String({ format: 'date-time', description });

/** The description of each field that revokes many tokens at once. */
export const tokensNotBefore = (whose: string): string =>
  `Tokens${whose} that were issued before this date and time are refused: 2026-01-31T12:00:00Z.`;
