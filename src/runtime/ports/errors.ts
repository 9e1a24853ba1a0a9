/** Reports an unexpected error, which callers see only as `internal_error`. */
export type ReportError = (error: unknown) => void;

/** Reports to the operator, in one sentence, that a directory or an identity provider does not respond as expected. */
export type ReportUnavailable = (message: string) => void;
