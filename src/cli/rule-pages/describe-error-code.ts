import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { unauthenticated } from '#compiled/answers/status-of-error.ts';
import { errorExplanations } from '#runtime/rejection/error-explanations.ts';
import { type Block, heading, type Page, paragraph } from './page.ts';

/** The codes of error responses of the gateway, by status. */
export const codesByStatus: ReadonlyMap<number, readonly ErrorCode[]> = Map.groupBy(
  // `Object.keys` returns `string[]`, not the literal types.
  Object.keys(errorCodes) as ErrorCode[],
  (name) => errorCodes[name].status,
);

/** Whether a name is the code of an error response. */
export function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(errorCodes, name);
}

/** The page of the code of an error response. */
export function describeErrorCode(name: ErrorCode): Page {
  const status = `This is the code of an error response of the gateway, with the status ${errorCodes[name].status}.`;
  return [heading(1, name), paragraph(status), ...describeError(name)];
}

/** The texts of an error response, its usual cause and what to do. */
export function describeError(name: ErrorCode): readonly Block[] {
  const { message, developerMessage } = errorCodes[name];
  const { cause, advice } = errorExplanations[name];
  return [
    paragraph(`${message} ${developerMessage}`),
    ...(unauthenticated.has(name)
      ? [paragraph('The status is 401 if the gateway declares `unauthenticatedStatus: 401`.')]
      : []),
    paragraph(`Usual cause: ${cause}`),
    paragraph(`What to do: ${advice}`),
  ];
}
