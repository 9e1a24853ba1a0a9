/** Is told of an error of our own making, of which the caller learns nothing but `internal_error`. */
export type ReportFault = (error: unknown) => void;
