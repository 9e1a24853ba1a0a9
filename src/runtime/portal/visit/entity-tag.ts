/** Whether an If-None-Match header lists an entity tag (RFC 9110 section 13.1.2). */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
