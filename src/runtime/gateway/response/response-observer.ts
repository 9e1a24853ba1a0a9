/** Sees an upstream's answer pass by, and must neither change nor delay it. */
export interface AnswerObserver {
  /** Header names are in lower case. */
  begin(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  data(chunk: Buffer): void;
  /** The whole answer has passed by; not called where it broke off. */
  end(): void;
}
