import type { PortalEndpoint } from '../visit/store-visit.ts';
import { showApplication } from './show-application.ts';
import { showApplications } from './show-applications.ts';

export const applicationEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/applications', use: 'page', audience: 'signed-in', answer: showApplications },
  {
    method: 'GET',
    path: '/applications/:application',
    use: 'page',
    audience: 'signed-in',
    answer: showApplication,
  },
];
