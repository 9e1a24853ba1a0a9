import type { OutgoingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { FieldList } from '../http1/request-head.ts';

/** What is for a connection of HTTP/1.1 alone (RFC 9113 section 8.2.2). */
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** The head of a request as HTTP/2 has it (RFC 9113 section 8.3.1); the host is the first of the fields. */
export function toHttp2Fields(
  { method, path }: Dispatcher.DispatchOptions,
  fields: FieldList,
): OutgoingHttpHeaders {
  const head: Record<string, string | string[]> = Object.create(null);
  for (let index = 2; index < fields.length; index += 2) {
    const name = fields[index] as string;
    const value = fields[index + 1] as string;
    const before = head[name];
    if (!connectionFields.has(name)) head[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...head, ':method': method, ':path': path, ':scheme': 'https', ':authority': fields[1] };
}
