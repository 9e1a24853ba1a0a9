/** Text that others have chosen, such as the names of users, without what would steer a terminal. */
export function escapeControls(text: string): string {
  return text.replace(/\p{C}/gu, '\u{FFFD}');
}
