/** A plan that cannot be applied; the message is one sentence for its user. */
export class PlanFileError extends Error {
  override readonly name = 'PlanFileError';
}
