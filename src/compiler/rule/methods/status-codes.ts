/** The statuses of failure that an API answers with itself. */
export const errorStatuses: readonly string[] = [
  '400',
  '401',
  '403',
  '404',
  '405',
  '409',
  '410',
  '415',
  '422',
  '429',
  '500',
  '501',
  '503',
];

/** What the gateway answers with on behalf of an API, beyond those; a test compares it with the gateway's own table. */
export const gatewayStatuses: readonly string[] = ['408', '413', '431', '502', '504'];
