import { Type, type Static } from 'typebox';

export interface Course {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly department: string;
  readonly credits: number;
  readonly seats: number;
  readonly startDate: string;
}

export const NewEnrollmentSchema = Type.Object({
  courseId: Type.String({ format: 'uuid' }),
  studentId: Type.String({ format: 'uuid' }),
});

export const EnrollmentProgressSchema = Type.Object({
  state: Type.Enum(['enrolled', 'waiting', 'completed']),
  grade: Type.Optional(Type.Number({ minimum: 1, maximum: 5 })),
});

export type Enrollment = Readonly<
  Static<typeof NewEnrollmentSchema> & Static<typeof EnrollmentProgressSchema>
> & {
  readonly enrolledAt: string;
};
