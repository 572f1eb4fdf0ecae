// Rules and alerts of Prometheus: deploy/observability/rules.yml, for the demo and for Kubernetes.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { prometheusRule, ruleFile } from '#tests/packages/prometheus-rule.ts'
import { exportedMetrics, knownSeries } from './exported-metrics.ts'
import { readYaml } from './kustomize.ts'
import { folder, promtool, readQuery, rules } from './promql.ts'

const tried = path.join(import.meta.dirname, 'prometheus')

const alerts = rules.flatMap(({ alert }) => alert ?? [])
const recorded = new Set(rules.flatMap(({ record }) => record ?? []))

test('promtool takes the rules, and the configuration of the demo', () => {
  promtool('check', 'rules', path.join(folder, 'rules.yml'))
  promtool('check', 'config', '--syntax-only', path.join(folder, 'prometheus.yml'))
})

test.each(readdirSync(tried))('promtool test rules %s', (file) => {
  promtool('test', 'rules', path.join(tried, file))
})

test('promtool tries each alert as it fires and as it does not', () => {
  const expected = z.looseObject({
    tests: z.array(
      z.looseObject({
        alert_rule_test: z
          .array(z.looseObject({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }))
          .default([]),
      }),
    ),
  })
  const all = readdirSync(tried).flatMap((file) =>
    expected.parse(readYaml(path.join(tried, file))[0]).tests.flatMap((one) => one.alert_rule_test),
  )
  const names = (fires: boolean) =>
    all.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname)
  expect([...new Set(names(true))].sort()).toEqual(alerts.toSorted())
  expect([...new Set(names(false))].sort()).toEqual(alerts.toSorted())
})

test('the PrometheusRule of Kubernetes has the same rules: npm run rules:write', () => {
  expect(readFileSync(ruleFile, 'utf8')).toBe(prometheusRule())
  expect(readYaml(ruleFile)).toMatchObject([{ spec: readYaml(path.join(folder, 'rules.yml'))[0] }])
})

describe('the rules', async () => {
  const metrics = await exportedMetrics()
  const series = await knownSeries()
  const selectors = rules.flatMap(({ expr }) => readQuery(expr).selectors)

  test('ask for metrics that the product exports or a rule records, by labels that they have', () => {
    const strange = selectors
      .filter(({ metric }) => !recorded.has(metric))
      .flatMap(({ metric, matchers }) => {
        const labels = series.get(metric)
        if (!labels) return [metric]
        return matchers.flatMap(({ label }) =>
          label === 'namespace' || labels.includes(label) ? [] : `${metric}: ${label}`,
        )
      })
    expect(strange).toEqual([])
    expect(selectors.length).toBeGreaterThan(20)
  })

  test('ask for this installation alone', () => {
    const all = selectors.filter(
      ({ metric, matchers }) =>
        !recorded.has(metric) &&
        !matchers.some(({ label, op, value }) => label === 'namespace' && op === '=' && value === 'ngoma'),
    )
    expect(all).toEqual([])
  })

  test('ask for buckets that the histograms have, as Prometheus 2 and 3 write them', () => {
    const asked = selectors.flatMap(({ metric, matchers }) =>
      matchers.flatMap(({ label, op, value }) => (label === 'le' ? [{ metric, op, value }] : [])),
    )
    expect(asked).toHaveLength(4)
    for (const { metric, op, value } of asked) {
      const [bucket] = value.split('|')
      expect(metrics.get(metric.replace(/_bucket$/, ''))?.buckets).toContain(Number(bucket))
      expect([op, value]).toEqual(['=~', `${bucket}|${bucket}.0`])
    }
  })
})
