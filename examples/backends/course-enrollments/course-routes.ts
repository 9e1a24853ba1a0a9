import { answerCollection, type CollectionView } from '../collection/answer-collection.ts';
import { equalityConditions, filterItems, operatorConditions } from '../collection/conditions.ts';
import { offsetPaging } from '../collection/paging.ts';
import { answerWith } from '../http/answers.ts';
import { RefusedRequest } from '../http/refused-request.ts';
import { requireItem } from '../http/require-item.ts';
import type { Answer, ResourceRequest, Route } from '../http/route.ts';
import { courseAddress, coursesAddress } from './addresses.ts';
import type { Course } from './course.ts';
import type { Registry } from './registry.ts';

/** The courses; the qualified identifier comes before the plain one, which would match it too. */
export function courseRoutes(registry: Registry): readonly Route[] {
  return [
    { method: 'GET', path: '/courses', answer: ({ query }) => listCourses(registry, query) },
    { method: 'GET', path: '/courses/code={code}', answer: (request) => getCourseByCode(registry, request) },
    {
      method: 'GET',
      path: '/courses/{course_id}',
      answer: (request) => answerWith(representCourse(findCourse(registry, request))),
    },
  ];
}

/** The course that a path names. Throws a 404. */
export function findCourse({ courses }: Registry, { identifiers }: ResourceRequest): Course {
  return requireItem(courses, identifiers['course_id'], 'course');
}

const courseView: CollectionView<Course> = {
  path: coursesAddress,
  name: 'courses',
  paging: offsetPaging,
  sortable: ['code', 'title', 'credits'],
  defaultSort: 'code',
  represent: representCourse,
};

function representCourse(course: Course): object {
  const self = courseAddress(course.id);
  return { ...course, _links: { self: { href: self }, enrollments: { href: `${self}/enrollments` } } };
}

function listCourses({ courses }: Registry, query: URLSearchParams): Answer {
  const conditions = [
    ...equalityConditions(query, ['department']),
    ...operatorConditions(query, ['credits']),
  ];
  return answerCollection(filterItems(courses.values(), conditions), query, courseView);
}

function getCourseByCode({ courses }: Registry, { identifiers }: ResourceRequest): Answer {
  const course = [...courses.values()].find(({ code }) => code === identifiers['code']);
  if (course) return answerWith(representCourse(course));
  throw new RefusedRequest(404, 'course_not_found', 'There is no such course.');
}
