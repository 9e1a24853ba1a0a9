import type { Course, Enrollment } from './course.ts';

export interface CourseData {
  readonly courses: readonly Course[];
  readonly enrollments: readonly Enrollment[];
}

const programming = '5d3e1f7a-2b4c-4d6e-8f90-a1b2c3d4e5f6';
const algebra = 'e8f7d6c5-b4a3-4291-8f0e-1d2c3b4a5f6e';
const trial = '40b1c2d3-e4f5-4061-9273-8495a6b7c8d9';
const ada = 'a7b6c5d4-e3f2-4a1b-9c0d-8e7f6a5b4c3d';
const alan = '1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a5b';

/** Two semesters, told apart at a glance: the sandbox has nothing but trial courses. */
export const courseData: Readonly<Record<'production' | 'sandbox', CourseData>> = {
  production: {
    courses: [
      {
        id: programming,
        code: 'CS-101',
        title: 'Introduction to Programming',
        department: 'Computer Science',
        credits: 6,
        seats: 2,
        startDate: '2026-10-05',
      },
      {
        id: algebra,
        code: 'MA-201',
        title: 'Linear Algebra',
        department: 'Mathematics',
        credits: 9,
        seats: 120,
        startDate: '2026-10-06',
      },
      {
        id: '8c7d6e5f-4a3b-4c2d-9e1f-0a9b8c7d6e5f',
        code: 'PH-110',
        title: 'Mechanics',
        department: 'Physics',
        credits: 3,
        seats: 40,
        startDate: '2026-10-12',
      },
    ],
    enrollments: [
      { courseId: programming, studentId: ada, state: 'enrolled', enrolledAt: '2026-08-01T10:15:00Z' },
      { courseId: programming, studentId: alan, state: 'enrolled', enrolledAt: '2026-08-02T08:00:00Z' },
      {
        courseId: algebra,
        studentId: ada,
        state: 'completed',
        grade: 1.3,
        enrolledAt: '2026-02-10T09:00:00Z',
      },
    ],
  },
  sandbox: {
    courses: [
      {
        id: trial,
        code: 'TR-000',
        title: 'Trial Course',
        department: 'Trials',
        credits: 1,
        seats: 1,
        startDate: '2026-01-01',
      },
    ],
    enrollments: [{ courseId: trial, studentId: ada, state: 'enrolled', enrolledAt: '2026-01-01T00:00:00Z' }],
  },
};
