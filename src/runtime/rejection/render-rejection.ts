import { writeErrorBody } from '#compiled/answers/error-body.ts';
import { errorCodes } from '#compiled/answers/error-codes.ts';
import type { Rejection } from './rejection.ts';

const bodyFormats = ['application/json', 'application/xml', 'text/xml'] as const;

/** The media types that an error body can have. */
type BodyFormat = (typeof bodyFormats)[number];

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

interface Preference {
  readonly quality: number;
  /** 2: the type itself, 1: any subtype of it, 0: any type. */
  readonly precision: number;
}

/** A response in the form in which it is sent; header names are in lower case. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Renders a rejection as JSON or XML, whichever the Accept header requests. */
export function renderRejection(
  { code, status = errorCodes[code].status, headers, errors }: Rejection,
  accept: string | undefined,
  errorDocsUrl: string | undefined,
): RenderedAnswer {
  const format = chooseBodyFormat(accept);
  return {
    status,
    headers: {
      ...headers,
      'content-type': `${format}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: writeErrorBody(code, format === 'application/json' ? 'json' : 'xml', errorDocsUrl, errors),
  };
}

/** The media type that an Accept header requests (RFC 9110 section 12.5.1); JSON if it accepts none of the formats. */
export function chooseBodyFormat(accept: string | undefined): BodyFormat {
  if (accept === undefined) return 'application/json';
  const ranges = accept.split(',').map(readMediaRange);
  let chosen: BodyFormat = 'application/json';
  let best = preferenceFor(chosen, ranges);
  for (const format of bodyFormats) {
    const preference = preferenceFor(format, ranges);
    if (!isBetter(preference, best)) continue;
    chosen = format;
    best = preference;
  }
  return chosen;
}

function readMediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

function preferenceFor(format: BodyFormat, ranges: readonly MediaRange[]): Preference {
  const names = ['*/*', `${format.slice(0, format.indexOf('/'))}/*`, format];
  let preference: Preference = { quality: 0, precision: -1 };
  for (const { type, quality } of ranges) {
    const precision = names.indexOf(type);
    if (precision > preference.precision) preference = { quality, precision };
  }
  return preference;
}

function isBetter(one: Preference, other: Preference): boolean {
  if (one.quality !== other.quality) return one.quality > other.quality;
  return one.quality > 0 && one.precision > other.precision;
}
