/** The clients that both servers know, by type. */
export const keys = {
  web: 'Web-production',
  other: 'Other-production',
  service: 'Service-production',
  page: 'Page-production',
} as const;

export const redirectUri = 'https://app.example.edu/callback?from=login';
export const pageRedirectUri = 'https://page.example.edu/app/callback';
export const scope = 'dogs:read';
