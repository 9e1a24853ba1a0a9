const mediaType =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(\s*;\s*[\w!#$%&'*+.^`|~-]+=([\w!#$%&'*+.^`|~-]+|"[^"]*"))*\s*;?\s*$/;
const jsonOrXml = /^((application|text)\/(json|xml)|[^;/]+\/[^;]+\+(json|xml))\s*(;|$)/i;

/** Whether a text is `type/subtype`, with parameters or without (RFC 9110, section 8.3.1). */
export function isMediaType(text: string): boolean {
  return mediaType.test(text);
}

/** Whether a text is a media type of JSON or of XML. */
export function isJsonOrXml(text: string): boolean {
  return jsonOrXml.test(text) && isMediaType(text);
}
