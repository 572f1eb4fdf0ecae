import type { HealthMetrics } from '#lib/contract/health/calls.ts'
import { now } from '#lib/core/clock.ts'
import { type QueueName, queue, queueNames } from '#lib/core/queue.ts'

/** Reads how long each queue is, and how long its oldest job has waited. @throws Error while Redis does not answer */
export function readQueues(): Promise<HealthMetrics['queues']> {
  return Promise.all(queueNames.map(readQueue))
}

async function readQueue(name: QueueName): Promise<HealthMetrics['queues'][number]> {
  const [counts, ...first] = await Promise.all([
    queue(name).getJobCounts('waiting', 'prioritized', 'active', 'failed'),
    queue(name).getJobs(['waiting'], 0, 0, true),
    queue(name).getJobs(['prioritized'], 0, 0, true),
  ])
  const since = Math.min(...first.flat().map(({ timestamp }) => timestamp))
  return {
    name,
    waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
    active: counts.active ?? 0,
    failed: counts.failed ?? 0,
    oldest_age_s: Number.isFinite(since) ? Math.max(0, Math.round((now().getTime() - since) / 1000)) : null,
  }
}
