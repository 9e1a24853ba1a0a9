import type { Policy } from '../call.ts';
import { isPreflight } from '#runtime/ports/http-exchange.ts';
import { preflightHeaders } from '../response/cors.ts';

/** Answers a CORS preflight, which cannot carry a token. */
export const answerPreflight: Policy = ({ request, generation, api }) => {
  if (!isPreflight(request)) return undefined;
  const { methods, api: compiled } = api.part;
  const ownHeaders = generation.settings.versioning === 'url' ? [] : ['API-Version'];
  return {
    status: 200,
    headers: { allow: methods, ...preflightHeaders(compiled.cors, methods, ownHeaders) },
  };
};
