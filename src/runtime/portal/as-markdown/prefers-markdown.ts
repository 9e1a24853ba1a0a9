/**
 * Whether an Accept header (RFC 9110 section 12.5.1) prefers Markdown to HTML. Browsers do not name Markdown, so that a
 * client which names both equally can read it.
 */
export function prefersMarkdown(accept: string): boolean {
  const markdown = qualityOf(accept, 'text/markdown');
  return markdown > 0 && markdown >= qualityOf(accept, 'text/html');
}

/** The quality of a media type that a header names, 0 to 1; 0 if it does not name it. */
function qualityOf(accept: string, mediaType: string): number {
  const qualities = accept.split(',').flatMap((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== mediaType) return [];
    const [quality] = parameters.flatMap((one) => /^q=([01](?:\.\d{0,3})?)$/.exec(one)?.[1] ?? []);
    return [quality === undefined ? 1 : Number(quality)];
  });
  return Math.max(0, ...qualities);
}
