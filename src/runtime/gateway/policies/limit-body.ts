import type { Policy } from '../call.ts';

/** Refuses a body whose declared length exceeds the limit of the API. */
export const limitBody: Policy = ({ hasBody, request, api }) => {
  if (!hasBody) return undefined;
  const announced = Number(request.headers['content-length'] ?? 0);
  return announced > api.part.api.maxBodyBytes ? { code: 'body_too_large' } : undefined;
};
