/** An element of a path as it reads without percent-encoding; as it is where it is not well encoded. */
export function decodeElement(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
