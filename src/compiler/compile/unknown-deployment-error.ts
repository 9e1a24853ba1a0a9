/** A deployment that the gateway does not have; the message is one sentence for its user. */
export class UnknownDeploymentError extends Error {
  override readonly name = 'UnknownDeploymentError';

  constructor(deployment: string) {
    super(`Unknown deployment ${deployment}.`);
  }
}
