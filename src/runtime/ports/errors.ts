/** Reports an unexpected error, which callers see only as `internal_error`. */
export type ReportError = (error: unknown) => void;
