import type { Policy } from '../call.ts';

/** Refuses a body whose declared length exceeds the limit of the API, or of which a proxy sends only the beginning. */
export const limitBody: Policy = ({ hasBody, request, api }) => {
  if (!hasBody) return undefined;
  const announced = Number(request.headers['content-length'] ?? 0);
  const isTooLarge = announced > api.part.api.maxBodyBytes || request.isCutOff;
  return isTooLarge ? { code: 'body_too_large' } : undefined;
};
