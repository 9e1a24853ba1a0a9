{{- define "gatewright.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 46 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 46 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{/* What the pods of Gatewright are: takes the root. */}}
{{- define "gatewright.role" -}}
{{ if eq .Values.dataPlane "envoy" }}control-plane{{ else }}gateway{{ end }}
{{- end }}

{{/* The name of the resources of one component: takes { root, component }. The data plane has the name of the release. */}}
{{- define "gatewright.componentName" -}}
{{ include "gatewright.name" .root }}-{{ .component }}
{{- end }}

{{/* Labels that never change, by which pods are found: takes { root, component }. */}}
{{- define "gatewright.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* All labels of a resource: takes { root, component }. */}}
{{- define "gatewright.labels" -}}
{{ include "gatewright.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* The data plane: the component that answers calls. Takes the root. */}}
{{- define "gatewright.dataPlane" -}}
{{ if eq .Values.dataPlane "envoy" }}envoy{{ else }}gateway{{ end }}
{{- end }}
