import { texts } from '../../texts/texts.ts';
import type { ApiOperation } from '../api-operations.ts';

const { call } = texts.apiPage;

/** Where the samples of an operation read the token, if it needs one. */
export function explainToken({ compiled: { access } }: ApiOperation): string {
  return access === 'public' ? call.publicExplanation : call.callExplanation;
}
