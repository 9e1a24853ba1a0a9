/** README.md */
export const readme = `# APIs, and who may call them

Gatewright turns this repository into a running API gateway. A pull request that is merged here publishes an API,
registers an application or approves a subscription.

| Where | What |
|---|---|
| \`gateway.config.yaml\` | the gateway and its deployments |
| \`apis/<context>/<version>/\` | an API: \`api.yaml\`, its OpenAPI document, and the subscriptions to it |
| \`applications/\` | the programs that call APIs |
| \`tiers.yaml\` | the rate limits of subscriptions |
| \`schemas/\` | JSON Schemas with which editors complete and check these files |

## Check

    gatewright lint

## Review

    gatewright init --ci github --hook --codeowners

adds a pipeline that shows on each pull request what it would change and who is affected, a hook that rejects commits with
errors, and a proposal for CODEOWNERS. For GitLab, use \`--ci gitlab\`.

## Serve

    gatewright run

The gateway listens on https://localhost:8243 with a certificate that it generates, and reloads these files when they
change. The endpoints of the example are on ports 3001 and 3002 of this machine: start a service there, or enter yours in
\`apis/room_booking/v1/api.yaml\`.

## Call

    eval "$(gatewright keys generate --application TimetableSync)"
    curl --cacert .gatewright/tls/ca.pem -u "$CONSUMER_KEY:$CONSUMER_SECRET" \\
      -d grant_type=client_credentials https://localhost:8243/token
    curl --cacert .gatewright/tls/ca.pem -H "Authorization: Bearer $ACCESS_TOKEN" \\
      https://localhost:8243/room_booking/v1/bookings

The first command generates a consumer key and a secret, and writes the key and the digest of the secret into
\`applications/timetable_sync.yaml\`; commit this file. The second returns the access token that the third sends.

## Add

    gatewright add api --from openapi.yaml
    gatewright add application CampusPortal --type web --owner portal-team --callback https://portal.example.edu/callback
    gatewright add subscription --application CampusPortal --api RoomBooking/v1 --tier standard
`;
