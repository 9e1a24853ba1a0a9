/** The day of a time in seconds since 1970-01-01T00:00:00Z, in UTC: `2027-03-01`. */
export function showDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The time to the minute: `2027-03-01 12:00 UTC`. */
export function showTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
