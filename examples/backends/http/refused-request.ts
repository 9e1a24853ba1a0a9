/** Thrown where a request cannot be answered as it stands; the server turns it into an error body. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: number;
  readonly code: string;
  /** Everything that is wrong, where several things are. */
  readonly details: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    { details = [], headers = {} }: Partial<Pick<RefusedRequest, 'details' | 'headers'>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}
