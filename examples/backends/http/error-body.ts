import type { RefusedRequest } from './refused-request.ts';

/** An error body, rendered in the type that the client would rather have: JSON unless it names XML first. */
export function renderErrorBody(error: RefusedRequest, accept = ''): { mediaType: string; text: string } {
  const wanted = accept.match(/application\/(?:[\w.]+\+)?(json|xml)|text\/xml|\*\/\*/)?.[0] ?? '';
  if (wanted.endsWith('xml')) return { mediaType: 'application/xml', text: renderXml(error) };
  return { mediaType: 'application/json', text: renderJson(error) };
}

function renderJson({ message, code, details }: RefusedRequest): string {
  const errors = details.map((detail) => ({ message: detail }));
  return JSON.stringify({ message, ...(errors.length > 0 && { errors }), code });
}

function renderXml({ message, code, details }: RefusedRequest): string {
  const errors = details.map((detail) => element('error', element('message', escapeXml(detail))));
  const list = errors.length === 0 ? '' : element('errors', errors.join(''));
  return element('error', element('message', escapeXml(message)) + list + element('code', code));
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
