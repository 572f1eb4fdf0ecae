// What a scrape of each process shows: its modules register their metrics in a process of their own, without any service.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../..')

/** What the entry of each process loads. Web's entry would also load Next. */
const modules = {
  web: ['#lib/web/front/front-door.ts'],
  worker: ['#workers/operations-server.ts', '#workers/consume.ts', '#workers/sweep.ts'],
  realtime: ['#server/realtime/server.ts'],
}
export type ProcessName = keyof typeof modules
const names: readonly ProcessName[] = ['web', 'worker', 'realtime']

const scraped = z.object({
  page: z.string(),
  declared: z.array(
    z.object({
      name: z.string(),
      help: z.string(),
      labelNames: z.array(z.string()),
      upperBounds: z.array(z.number()).default([]),
    }),
  ),
})

export type Metric = {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly labels: readonly string[]
  /** Of a histogram. */
  readonly buckets: readonly number[]
  readonly processes: readonly ProcessName[]
}

async function scrape(process: ProcessName): Promise<Omit<Metric, 'processes'>[]> {
  const script = `
    for (const module of ${JSON.stringify(modules[process])}) await import(module)
    const { metrics } = await import('#lib/core/metrics.ts')
    const page = await metrics().metrics()
    const declared = metrics().getMetricsAsArray()
      .map(({ name, help, labelNames, upperBounds }) => ({ name, help, labelNames, upperBounds }))
    console.log(JSON.stringify({ page, declared }))
    process.exit(0)`
  const { stdout } = await promisify(execFile)(
    globalThis.process.execPath,
    ['--input-type=module', '--eval', script],
    { cwd: root, maxBuffer: 16 * 1024 * 1024 },
  )
  const { page, declared } = scraped.parse(JSON.parse(stdout))
  return [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => {
    const { help = '', labelNames = [], upperBounds = [] } = declared.find((one) => one.name === name) ?? {}
    return { name, type, help, labels: labelNames, buckets: upperBounds }
  })
}

let known: Promise<ReadonlyMap<string, Metric>> | undefined

/** @returns the metrics of all processes by name */
export function exportedMetrics(): Promise<ReadonlyMap<string, Metric>> {
  known ??= scrapeAll()
  return known
}

async function scrapeAll(): Promise<ReadonlyMap<string, Metric>> {
  const found = new Map<string, Metric>()
  const pages = await Promise.all(names.map(async (process) => ({ process, metrics: await scrape(process) })))
  for (const { process, metrics } of pages)
    for (const metric of metrics) {
      const { processes = [] } = found.get(metric.name) ?? {}
      found.set(metric.name, { ...metric, processes: [...processes, process] })
    }
  return found
}

export type Series = ReadonlyMap<string, readonly string[]>

/** What the cluster exports beside the product: kube-state-metrics, the kubelet and CloudNativePG. */
const ofKubernetes: Series = new Map([
  ['kube_job_failed', ['job_name', 'condition']],
  ['kubelet_volume_stats_available_bytes', ['persistentvolumeclaim']],
  ['kubelet_volume_stats_capacity_bytes', ['persistentvolumeclaim']],
  ['cnpg_pg_stat_archiver_last_failed_time', ['pod']],
  ['cnpg_pg_stat_archiver_last_archived_time', ['pod']],
])

/** @returns the label names of each series that can be asked for */
export async function knownSeries(): Promise<Series> {
  const found = new Map(ofKubernetes)
  for (const { name, type, labels } of (await exportedMetrics()).values()) {
    if (type !== 'histogram') found.set(name, labels)
    else {
      found.set(`${name}_bucket`, [...labels, 'le'])
      for (const part of ['sum', 'count']) found.set(`${name}_${part}`, labels)
    }
  }
  return found
}
