// Dashboards of Grafana: deploy/observability/dashboards, for the demo and for Kubernetes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readServices } from './compose-files.ts'
import { knownSeries } from './exported-metrics.ts'
import { production } from './kubernetes-stage.ts'
import { readYaml } from './kustomize.ts'
import { folder, promtool, readQuery, rules, withoutVariables } from './promql.ts'

const place = z.object({ x: z.int(), y: z.int(), w: z.int().max(24), h: z.int() })
const source = z.object({ type: z.literal('prometheus'), uid: z.literal(`\${datasource}`) })
const panel = z.looseObject({
  id: z.int(),
  type: z.enum(['timeseries', 'stat', 'bargauge']),
  title: z.string().min(3),
  description: z.string().min(5),
  datasource: source,
  gridPos: place,
  fieldConfig: z.looseObject({ defaults: z.looseObject({ unit: z.string() }) }),
  targets: z
    .array(z.object({ refId: z.string(), datasource: source, expr: z.string(), legendFormat: z.string() }))
    .min(1),
})
const row = z.looseObject({ id: z.int(), type: z.literal('row'), gridPos: place })
const dashboard = z.looseObject({
  uid: z.string().startsWith('ngoma-'),
  title: z.string(),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string() })) }),
  annotations: z.object({ list: z.array(z.looseObject({ expr: z.string() })) }),
  panels: z.array(z.union([panel, row])),
})

const files = readdirSync(path.join(folder, 'dashboards'))
const dashboards = files.map((file) => {
  const text = readFileSync(path.join(folder, 'dashboards', file), 'utf8')
  const read = dashboard.parse(JSON.parse(text))
  return { ...read, file, text, drawn: read.panels.filter((one) => one.type !== 'row') }
})

/** Labels that Prometheus adds to what it scrapes, and those of our rules. */
const added = ['namespace', 'job', 'instance', 'pod', 'slo']

const series = new Map([
  ...(await knownSeries()),
  ...rules.flatMap(({ record }): [string, string[]][] => (record ? [[record, []]] : [])),
  ['ALERTS', ['alertname', 'alertstate']] as const,
])

/** @returns metrics and labels of a query that nobody exports */
function strangeIn(expr: string, legend = ''): string[] {
  const { selectors, grouping } = readQuery(withoutVariables(expr))
  const labels = new Set([...added, ...selectors.flatMap(({ metric }) => series.get(metric) ?? [])])
  const written = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  return [
    ...selectors.flatMap(({ metric, matchers }) => {
      const its = series.get(metric)
      if (!its) return [`metric ${metric}`]
      return matchers
        .filter(({ label }) => !its.includes(label) && !added.includes(label))
        .map(({ label }) => `label ${label} of ${metric}`)
    }),
    ...[...grouping, ...written].filter((name) => !labels.has(name)).map((name) => `label ${name}`),
  ]
}

test('there are four dashboards, each by its own uid', () => {
  expect(dashboards.map(({ title }) => title).sort()).toEqual([
    'Contest night',
    'Infrastructure',
    'M-Pesa',
    'Money',
  ])
  for (const { uid, file } of dashboards) expect(`${uid}.json`).toBe(`ngoma-${file}`)
})

test('a metric and a label that nobody exports are found', () => {
  expect(strangeIn('rate(ngoma_votes_total[5m])')).toEqual(['metric ngoma_votes_total'])
  expect(strangeIn('sum by (why) (ngoma_sockets_open{room="a"})')).toEqual([
    'label room of ngoma_sockets_open',
    'label why',
  ])
  expect(() => strangeIn('sum(rate(ngoma_sockets_open[5m])')).toThrow('not PromQL')
})

describe.each(dashboards)('$title', ({ drawn, panels, annotations, templating, text }) => {
  test.each(drawn)('$title: asks for metrics of ours, by labels that they have', ({ targets }) => {
    for (const { expr, legendFormat } of targets)
      expect({ expr, strange: strangeIn(expr, legendFormat) }).toEqual({ expr, strange: [] })
  })

  test('asks for one installation, which can be chosen', () => {
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'namespace'])
    for (const { expr } of drawn.flatMap(({ targets }) => targets))
      for (const { matchers } of readQuery(withoutVariables(expr)).selectors)
        expect({ expr, matchers }).toEqual({
          expr,
          matchers: expect.arrayContaining([{ label: 'namespace', op: '=', value: 'ngoma' }]),
        })
  })

  test('has queries that Prometheus can parse', () => {
    const temporary = mkdtempSync(path.join(os.tmpdir(), 'dashboard-'))
    onTestFinished(() => rmSync(temporary, { recursive: true }))
    const file = path.join(temporary, 'queries.yml')
    const queries = [...annotations.list, ...drawn.flatMap(({ targets }) => targets)]
    const all = queries.map(({ expr }, at) => ({ record: `query:${at}`, expr: withoutVariables(expr) }))
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules: all }] }))
    promtool('check', 'rules', file)
    for (const { expr } of annotations.list) expect(strangeIn(expr)).toEqual([])
  })

  test('places its panels beside each other', () => {
    const ids = panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const taken = new Set<string>()
    for (const { gridPos: at } of panels) {
      expect(at.x + at.w).toBeLessThanOrEqual(24)
      for (let x = at.x; x < at.x + at.w; x++)
        for (let y = at.y; y < at.y + at.h; y++) {
          expect(taken.has(`${x} ${y}`)).toBe(false)
          taken.add(`${x} ${y}`)
        }
    }
  })

  test('is a ConfigMap of Kubernetes that the sidecar of Grafana finds', () => {
    const found = production.filter(
      ({ kind, data }) => kind === 'ConfigMap' && JSON.stringify(data).includes(JSON.stringify(text)),
    )
    expect(found.map(({ metadata }) => metadata)).toMatchObject([{ labels: { grafana_dashboard: '1' } }])
  })
})

test('each file of deploy/observability is one of the demo or of Kubernetes', () => {
  const services = Object.values(readServices(['docker-compose.yml']))
  const mounts = services.flatMap(({ volumes }) => z.array(z.string()).default([]).parse(volumes))
  const ofDemo = mounts.flatMap(
    (mount) => /^\.\/deploy\/observability\/([^:]+):[^:]+:ro$/.exec(mount)?.[1] ?? [],
  )
  const component = JSON.stringify(readYaml(path.join(folder, 'kustomization.yaml')))
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.extname(name) !== '',
  )
  const isUsed = (name: string) =>
    ofDemo.some((mount) => name === mount || path.dirname(name) === mount) || component.includes(`"${name}"`)
  expect(all.filter((name) => !isUsed(name))).toEqual(['kustomization.yaml'])
  expect(ofDemo.filter((mount) => !all.includes(mount) && mount !== 'dashboards')).toEqual([])
})

test('the demo’s Prometheus brings the token of each process, and finds it by its service', () => {
  const job = z.looseObject({
    job_name: z.string(),
    authorization: z.object({ credentials: z.string() }).optional(),
    dns_sd_configs: z.array(z.looseObject({ names: z.array(z.string()) })).optional(),
  })
  const { scrape_configs } = z
    .looseObject({ scrape_configs: z.array(job) })
    .parse(readYaml(path.join(folder, 'prometheus.yml'))[0])
  const services = readServices(['docker-compose.yml'])
  const ours = scrape_configs.filter(({ dns_sd_configs }) => dns_sd_configs)
  expect(ours.map(({ job_name }) => job_name)).toEqual(['web', 'realtime', 'worker'])
  for (const { job_name, authorization, dns_sd_configs } of ours) {
    expect(dns_sd_configs).toMatchObject([{ names: [job_name] }])
    expect(services[job_name]?.environment).toMatchObject({ METRICS_TOKEN: authorization?.credentials })
  }
  for (const { job_name } of scrape_configs) expect(Object.keys(services)).toContain(job_name)
})
