/** The kinds of differences between traffic and the document, in the order of a report. */
export const differenceKinds = {
  'undeclared-operation': 'undeclared operation',
  'undeclared-method': 'undeclared method',
  'refused-path': 'path that the gateway refuses',
  'undeclared-parameter': 'undeclared parameter',
  'missing-parameter': 'missing parameter',
  'malformed-parameter': 'malformed parameter',
  'invalid-parameter': 'invalid parameter',
  'missing-body': 'missing body',
  'malformed-body': 'malformed body',
  'undeclared-status': 'undeclared status',
  'undeclared-media-type': 'undeclared media type',
  'undeclared-field': 'undeclared field',
  'missing-field': 'missing field',
  'wrong-type': 'wrong type',
  'invalid-value': 'invalid value',
} as const;

type DifferenceKind = keyof typeof differenceKinds;

/** A difference between calls and the document, without any value that was sent. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** `GET /dogs/{id}`; in an undeclared operation, unknown segments of the path are shown as parameters. */
  readonly operation: string;
  readonly direction: 'request' | 'response';
  /** The status of the response, if the difference is in the response. */
  readonly status?: number;
  /** The place in the body: an RFC 6901 pointer with `*` for each index, and for each key that is data. */
  readonly place?: string;
  /** One sentence. */
  readonly message: string;
}

export interface CountedDifference extends Difference {
  /** How many calls have this difference. */
  readonly calls: number;
}
