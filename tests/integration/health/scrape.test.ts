// What Prometheus reads of running processes, and whether it is what the rules and dashboards ask for.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { closeDb } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { startRealtime } from '#server/realtime/server.ts'
import { exportedMetrics } from '#tests/architecture/exported-metrics.ts'
import { folder, type Matcher, readQuery, rules, withoutVariables } from '#tests/architecture/promql.ts'
import { send } from '#tests/support/send.ts'
import { startOperationsServer } from '#workers/operations-server.ts'
// What the entries of web and the worker load besides.
import '#lib/web/front/front-door.ts'
import '#workers/consume.ts'
import { GET as metricsOfWeb } from '../../../app/api/metrics/route.ts'

const ends: (() => Promise<unknown>)[] = [closeDb, closeRedis, closeQueues]
let pages: string[]
beforeAll(async () => {
  const worker = await startOperationsServer()
  const realtime = await startRealtime({ host: '127.0.0.1', port: 0 })
  ends.push(
    () => realtime.close(),
    () => new Promise((resolve) => worker.close(resolve)),
  )
  const address = worker.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const web = await send(metricsOfWeb, { address: '127.0.0.1' })
  const others = await Promise.all(
    [port, realtime.port].map((one) => fetch(`http://127.0.0.1:${one}/metrics`)),
  )
  const answers = [web, ...others]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  pages = await Promise.all(answers.map((answer) => answer.text()))
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

test('the pages of running processes have the metrics that the table lists', async () => {
  const shown = pages.flatMap((page) => [...page.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  expect([...new Set(shown)]).toEqual(expect.arrayContaining([...(await exportedMetrics()).keys()]))
})

test('rows, queues, accounts and kinds of alerts are called as the rules and dashboards call them', () => {
  const series = pages.flatMap((page) =>
    [...page.matchAll(/^(ngoma_\w+)\{(.+)\} /gm)].map(([, metric = '', labels = '']) => ({ metric, labels })),
  )
  const gauges = [
    'ngoma_waiting_rows',
    'ngoma_queue_jobs',
    'ngoma_system_alerts_open',
    'ngoma_system_account_shillings',
    'ngoma_database_connections',
  ]
  const asked = [...rules.map(({ expr }) => expr), ...queriesOfDashboards()]
    .flatMap((expr) => readQuery(withoutVariables(expr)).selectors)
    .filter(({ metric }) => gauges.includes(metric))
  expect(new Set(asked.map(({ metric }) => metric))).toEqual(new Set(gauges))
  const isShown = (metric: string, label: string, value: string) =>
    series.some((one) => one.metric === metric && one.labels.includes(`${label}="${value}"`))
  const missing = asked.flatMap(({ metric, matchers }) =>
    matchers
      .filter(({ label }) => label !== 'namespace')
      .flatMap(({ label, value }: Matcher) =>
        value.split('|').flatMap((one) => (isShown(metric, label, one) ? [] : `${metric} ${label} ${one}`)),
      ),
  )
  expect(missing).toEqual([])
})

const panels = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

function queriesOfDashboards(): string[] {
  const place = path.join(folder, 'dashboards')
  return readdirSync(place)
    .map((file) => panels.parse(JSON.parse(readFileSync(path.join(place, file), 'utf8'))))
    .flatMap((one) => one.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
}
