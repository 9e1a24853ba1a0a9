{{/* What every pod has in common: takes { root, component, settings }. */}}
{{- define "gatewright.podBasics" -}}
serviceAccountName: {{ include "gatewright.name" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "gatewright.selector" $ | nindent 8 }}
  {{- end }}
{{- with .settings.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What every container may do: nothing. */}}
{{- define "gatewright.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Takes { image, version }. */}}
{{- define "gatewright.image" -}}
{{ .image.repository }}{{ if .image.digest }}@{{ .image.digest }}{{ else }}:{{ .image.tag | default .version }}{{ end }}
{{- end }}

{{/* Where Prometheus finds metrics: takes { scheme, port, path }. */}}
{{- define "gatewright.scrape" -}}
prometheus.io/scrape: 'true'
prometheus.io/scheme: {{ .scheme }}
prometheus.io/port: {{ .port | quote }}
prometheus.io/path: {{ .path }}
{{- end }}
