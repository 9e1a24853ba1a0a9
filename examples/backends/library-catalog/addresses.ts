const base = '/library_catalog/v1';

/** The public addresses of the library's resources. */
export const booksAddress = `${base}/books`;
export const loansAddress = `${base}/loans`;

export function bookAddress(bookId: string): string {
  return `${booksAddress}/${bookId}`;
}

export function loanAddress(loanId: string): string {
  return `${loansAddress}/${loanId}`;
}

export function renewalsAddress(loanId: string): string {
  return `${loanAddress(loanId)}/renewals`;
}
