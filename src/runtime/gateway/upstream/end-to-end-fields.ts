/** By their names, in which a hyphen stands for an underscore. */
const endToEnd =
  /^(?:accept|access-control|content|if|sec-fetch|x-forwarded)-|^(?:accept|api-version|authorization|baggage|cache-control|cookie|date|expect|forwarded|from|host|idempotency-key|max-forwards|origin|pragma|prefer|priority|range|referer|traceparent|tracestate|transfer-encoding|user-agent|via|x-real-ip|x-request-id)$/;

/** Whether a header is for every recipient, and so is never for one connection (RFC 9110 section 7.6.1). */
export function isForEveryRecipient(foldedName: string): boolean {
  return endToEnd.test(foldedName);
}
