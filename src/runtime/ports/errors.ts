/** Reports an unexpected error, of which the caller is shown nothing but `internal_error`. */
export type ReportError = (error: unknown) => void;
