import type { Policy } from '../call.ts';

/** Refuses a body whose declared length exceeds the limit of the API, and one of which only a part has arrived. */
export const limitBody: Policy = ({ hasBody, request, api }) => {
  if (!hasBody) return undefined;
  const announced = Number(request.headers['content-length'] ?? 0);
  const isTooLarge = announced > api.part.api.maxBodyBytes || request.isCutOff;
  return isTooLarge ? { code: 'body_too_large' } : undefined;
};
