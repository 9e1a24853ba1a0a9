import type { Enrollment } from './course.ts';
import { enrollmentKey } from './registry.ts';

const base = '/course_enrollments/1';

/** The public addresses of the registrar's resources. */
export const coursesAddress = `${base}/courses`;
export const enrollmentsAddress = `${base}/enrollments`;

export function courseAddress(courseId: string): string {
  return `${coursesAddress}/${courseId}`;
}

export function enrollmentAddress(enrollment: Enrollment): string {
  return `${enrollmentsAddress}/${enrollmentKey(enrollment)}`;
}
