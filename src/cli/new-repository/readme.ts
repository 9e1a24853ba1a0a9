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
| \`example-service.mjs\` | stands for the services of the example |
| \`schemas/\` | JSON Schemas with which editors complete and check these files |

## Check

    gatewright lint

## Review

    gatewright init --ci github --hook --codeowners

adds a pipeline that shows on each pull request what it would change and who is affected, a hook that rejects commits with
errors, and a proposal for CODEOWNERS. For GitLab, use \`--ci gitlab\`, for Gitea \`--ci gitea\`.

## Serve

    node example-service.mjs &
    gatewright run

The gateway listens on https://localhost:8243 with a certificate that it generates, and reloads these files when they
change. The endpoints of the example are on ports 3001 and 3002 of this machine, where \`example-service.mjs\` answers; enter
those of your service in \`apis/room_booking/v1/api.yaml\`.

## Call

In a second terminal, generate a consumer key and a secret:

    eval "$(gatewright keys generate --application TimetableSync)"

This writes the key and the digest of the secret into \`applications/timetable_sync.yaml\`; commit this file. The running
gateway loads it within a second. Then get a token, and call the API with it:

    TOKEN=$(echo "$CONSUMER_SECRET" | gatewright token --application TimetableSync)
    curl --cacert .gatewright/tls/ca.pem -H "Authorization: Bearer $TOKEN" \\
      https://localhost:8243/room_booking/v1/bookings

An application gets its token in the same way, without this program:

    curl --cacert .gatewright/tls/ca.pem -u "$CONSUMER_KEY:$CONSUMER_SECRET" \\
      -d grant_type=client_credentials https://localhost:8243/token

## Add

    gatewright add api --from openapi.yaml --owner parks-team
    gatewright add application CampusPortal --type web --owner portal-team --callback https://portal.example.edu/callback
    gatewright add subscription --application CampusPortal --api RoomBooking/v1 --tier standard
`;
