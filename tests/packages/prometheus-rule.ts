// deploy/observability/prometheus-rule.yaml repeats rules.yml, because kustomize cannot put a file into a manifest.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../../deploy/observability')
export const ruleFile = path.join(folder, 'prometheus-rule.yaml')

const HEAD = `# Written by \`npm run rules:write\` from rules.yml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: ngoma
spec:
`

/** @returns the PrometheusRule with the groups of rules.yml */
export function prometheusRule(): string {
  const [, groups = ''] = readFileSync(path.join(folder, 'rules.yml'), 'utf8').split(/^(?=groups:)/m)
  return HEAD + groups.replaceAll(/^(?=.)/gm, '  ')
}

if (import.meta.main) writeFileSync(ruleFile, prometheusRule())
