/** apis/room_booking/v1/api.yaml */
export const exampleApi = `# yaml-language-server: $schema=../../../schemas/api.schema.json
kind: Api
name: RoomBooking
context: /room_booking
version: v1
state: published
description: The bookings of rooms.
owner: facilities-team
definition: ./openapi.yaml
# The services that calls are forwarded to; a sandbox key never reaches the production one.
endpoints:
  production: { url: http://127.0.0.1:3001 }
  sandbox: { url: http://127.0.0.1:3002 }
`;

/** apis/room_booking/v1/subscriptions.yaml */
export const exampleSubscriptions = `# yaml-language-server: $schema=../../../schemas/subscription.schema.json
# A subscription is next to the API, so that the API's owner approves it by review.
kind: Subscription
application: TimetableSync
api: RoomBooking/v1
tier: standard
`;

/** applications/timetable_sync.yaml */
export const exampleApplication = `# yaml-language-server: $schema=../schemas/application.schema.json
# \`gatewright keys generate --application TimetableSync\` adds its keys: of a secret, only the digest.
kind: Application
name: TimetableSync
description: The nightly job that books the rooms of the timetable.
type: service
owner: timetable-team
grants: [client_credentials]
`;
