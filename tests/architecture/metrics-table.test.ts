// docs/operations/watch.md, Metrics and Service levels: what the product exports, and what its rules promise.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportedMetrics } from './exported-metrics.ts'
import { rules } from './promql.ts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations/watch.md'), 'utf8')
const all = [...(await exportedMetrics()).values()]
const ours = all.filter(({ name }) => name.startsWith('ngoma_'))

test('the table has each metric with its processes, its labels and its own help', () => {
  const rows = ours.map(({ name, processes, labels, help }) => {
    const of = processes.length === 3 ? 'all' : processes.join(', ')
    return `| \`${name}\` | ${of} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`.replace(
      '|  |',
      '| |',
    )
  })
  const written = page.split('\n').filter((line) => line.startsWith('| `ngoma_'))
  expect(written).toEqual(rows.toSorted())
})

test('the others are those of every Node process', () => {
  const others = all.filter((metric) => !ours.includes(metric))
  expect(others.filter(({ name }) => !/^(process|nodejs)_/.test(name))).toEqual([])
})

test.each(ours)('$name keeps to Prometheus’ conventions', ({ name, type, labels, help }) => {
  expect(help).toMatch(/^[A-Z].*[^.]$/)
  expect(['counter', 'gauge', 'histogram']).toContain(type)
  expect(name.endsWith('_total')).toBe(type === 'counter')
  if (type === 'histogram') expect(name).toMatch(/_seconds$/)
  expect(name).not.toMatch(/_(ms|milliseconds|minutes|cents|percent|count|sum|bucket|info)(_|$)/)
  // Prometheus adds these to what it scrapes, and `le` is a bucket's.
  const reserved = ['job', 'instance', 'namespace', 'pod', 'container', 'endpoint', 'le', 'quantile']
  expect(labels.filter((label) => reserved.includes(label))).toEqual([])
  // A person in a label would be stored for as long as Prometheus stores, and each a series of its own.
  expect(labels.filter((label) => /phone|user|email|address|id$|receipt|video/.test(label))).toEqual([])
})

test('the page promises what the rules allow to miss', () => {
  const budgets = rules.flatMap(({ record, labels, expr }) => {
    const [, budget] = /^vector\((.+)\)$/.exec(expr) ?? []
    return record === 'slo:ngoma_budget:ratio'
      ? [`${labels.slo} ${Number((100 - 100 * Number(budget)).toFixed(3))} %`]
      : []
  })
  const promised = [...page.matchAll(/^\| `(\w+)` \| (\d[\d.]*) % of /gm)].map(
    ([, slo, share]) => `${slo} ${share} %`,
  )
  expect(promised).toEqual(budgets)
  const recorded = rules.flatMap(({ record, labels }) =>
    record === 'namespace_slo:ngoma_errors:rate5m' ? labels.slo : [],
  )
  expect(recorded).toEqual(promised.map((one) => one.split(' ')[0]))
})
