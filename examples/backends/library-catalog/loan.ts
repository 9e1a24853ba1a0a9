import { Type, type Static } from 'typebox';

export const NewLoanSchema = Type.Object({
  bookId: Type.String({ format: 'uuid' }),
  borrowerId: Type.String({ format: 'uuid' }),
});

export const NewRenewalSchema = Type.Object({ dueDate: Type.String({ format: 'date' }) });

export type Loan = Readonly<Static<typeof NewLoanSchema>> & {
  readonly id: string;
  readonly lentAt: string;
  /** The last day of the loan, renewals included. */
  readonly dueDate: string;
};

export type Renewal = Readonly<Static<typeof NewRenewalSchema>> & {
  readonly id: string;
  readonly loanId: string;
  readonly renewedAt: string;
};
