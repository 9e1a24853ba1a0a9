import { fullFormats } from 'ajv-formats/dist/formats.js';

type Form = 'date' | 'iso-time' | 'date-time';

// ajv-formats declares only that each format has one of several forms; these three are objects with a function.
const forms = fullFormats as unknown as Readonly<
  Record<Form, { readonly validate: (text: string) => boolean }>
>;

/** The shape of texts in RFC 3339. ajv-formats also accepts other texts: `+01`, `+0100`, a space before the time. */
const timeShape = /^[\d:.]+(?:z|[+-]\d\d:\d\d)?$/i;
const dateTimeShape = /^[\d-]{10}t[\d:.]+(?:z|[+-]\d\d:\d\d)$/i;

/** Whether a text is a `full-date` (RFC 3339, section 5.6): `2026-03-01`. */
export function isFullDate(text: string): boolean {
  return forms.date.validate(text);
}

/** Whether a text is a `full-time`, or a local `partial-time` (RFC 3339, section 5.6). */
export function isTime(text: string): boolean {
  return timeShape.test(text) && forms['iso-time'].validate(text);
}

/** Whether a text is a `date-time`, which ends with `Z` or a numeric offset (RFC 3339, section 5.6). */
export function isDateTime(text: string): boolean {
  return dateTimeShape.test(text) && forms['date-time'].validate(text);
}
