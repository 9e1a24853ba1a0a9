import { answerCollection, type CollectionView } from '../collection/answer-collection.ts';
import { equalityConditions, filterItems } from '../collection/conditions.ts';
import { offsetPaging } from '../collection/paging.ts';
import { answerCreated, answerNothing, answerWith } from '../http/answers.ts';
import { checkBody } from '../http/check-body.ts';
import { RefusedRequest } from '../http/refused-request.ts';
import { requireItem } from '../http/require-item.ts';
import type { Answer, ResourceRequest, Route } from '../http/route.ts';
import { courseAddress, enrollmentAddress, enrollmentsAddress } from './addresses.ts';
import { findCourse } from './course-routes.ts';
import { EnrollmentProgressSchema, NewEnrollmentSchema, type Enrollment } from './course.ts';
import { enrollmentKey, enrollmentsOf, hasFreeSeat, type Registry } from './registry.ts';

const entity = '/enrollments/{course_id},{student_id}';

/** Who takes which course. */
export function enrollmentRoutes(registry: Registry): readonly Route[] {
  return [
    { method: 'GET', path: '/enrollments', answer: ({ query }) => listEnrollments(registry, query) },
    { method: 'POST', path: '/enrollments', answer: ({ body }) => createEnrollment(registry, body) },
    { method: 'GET', path: entity, answer: (request) => getEnrollment(registry, request) },
    { method: 'PUT', path: entity, answer: (request) => replaceEnrollment(registry, request) },
    { method: 'DELETE', path: entity, answer: (request) => deleteEnrollment(registry, request) },
    {
      method: 'GET',
      path: '/courses/{course_id}/enrollments',
      answer: (request) => listCourseEnrollments(registry, request),
    },
  ];
}

function enrollmentView(registry: Registry, path: string): CollectionView<Enrollment> {
  return {
    path,
    name: 'enrollments',
    paging: offsetPaging,
    sortable: ['enrolledAt', 'state'],
    defaultSort: 'enrolledAt',
    represent: (enrollment) => representEnrollment(registry, enrollment),
  };
}

function representEnrollment({ courses }: Registry, enrollment: Enrollment): object {
  const { id, code, title } = requireItem(courses, enrollment.courseId, 'course');
  return {
    ...enrollment,
    _embedded: { course: { id, code, title, _links: { self: { href: courseAddress(id) } } } },
    _links: { self: { href: enrollmentAddress(enrollment) } },
  };
}

function listEnrollments(registry: Registry, query: URLSearchParams): Answer {
  const found = filterItems(registry.enrollments.values(), equalityConditions(query, ['state', 'studentId']));
  return answerCollection(found, query, enrollmentView(registry, enrollmentsAddress));
}

function listCourseEnrollments(registry: Registry, request: ResourceRequest): Answer {
  const { id } = findCourse(registry, request);
  const view = enrollmentView(registry, `${courseAddress(id)}/enrollments`);
  return answerCollection(enrollmentsOf(registry, id), request.query, view);
}

function createEnrollment(registry: Registry, body: unknown): Answer {
  const pair = checkBody(NewEnrollmentSchema, body);
  const course = registry.courses.get(pair.courseId);
  if (!course) throw new RefusedRequest(422, 'course_unknown', 'courseId names no course.');
  if (registry.enrollments.has(enrollmentKey(pair))) {
    throw new RefusedRequest(409, 'enrollment_exists', 'The student is enrolled already.');
  }
  const state = hasFreeSeat(registry, course) ? 'enrolled' : 'waiting';
  const enrollment = { ...pair, state, enrolledAt: new Date().toISOString() } as const;
  registry.enrollments.set(enrollmentKey(enrollment), enrollment);
  return answerCreated(enrollmentAddress(enrollment), representEnrollment(registry, enrollment));
}

function getEnrollment(registry: Registry, request: ResourceRequest): Answer {
  return answerWith(representEnrollment(registry, findEnrollment(registry, request)));
}

function replaceEnrollment(registry: Registry, request: ResourceRequest): Answer {
  const { courseId, studentId, enrolledAt } = findEnrollment(registry, request);
  const enrollment = {
    courseId,
    studentId,
    ...checkBody(EnrollmentProgressSchema, request.body),
    enrolledAt,
  };
  registry.enrollments.set(enrollmentKey(enrollment), enrollment);
  return answerWith(representEnrollment(registry, enrollment));
}

function deleteEnrollment(registry: Registry, request: ResourceRequest): Answer {
  registry.enrollments.delete(enrollmentKey(findEnrollment(registry, request)));
  return answerNothing();
}

function findEnrollment({ enrollments }: Registry, { identifiers }: ResourceRequest): Enrollment {
  const { course_id: courseId = '', student_id: studentId = '' } = identifiers;
  return requireItem(enrollments, enrollmentKey({ courseId, studentId }), 'enrollment');
}
