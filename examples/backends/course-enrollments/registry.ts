import type { Course, Enrollment } from './course.ts';
import type { CourseData } from './course-data.ts';

/** Everything that the registrar holds in memory. */
export interface Registry {
  readonly courses: ReadonlyMap<string, Course>;
  /** By `enrollmentKey`. */
  readonly enrollments: Map<string, Enrollment>;
}

/** The compound identifier of an enrollment, as it stands in the path. */
export function enrollmentKey({ courseId, studentId }: Pick<Enrollment, 'courseId' | 'studentId'>): string {
  return `${courseId},${studentId}`;
}

export function openRegistry({ courses, enrollments }: CourseData): Registry {
  return {
    courses: new Map(courses.map((course) => [course.id, course])),
    enrollments: new Map(enrollments.map((enrollment) => [enrollmentKey(enrollment), enrollment])),
  };
}

export function enrollmentsOf({ enrollments }: Registry, courseId: string): readonly Enrollment[] {
  return [...enrollments.values()].filter((enrollment) => enrollment.courseId === courseId);
}

export function hasFreeSeat(registry: Registry, course: Course): boolean {
  return enrollmentsOf(registry, course.id).filter(({ state }) => state === 'enrolled').length < course.seats;
}
