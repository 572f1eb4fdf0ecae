import { Counter, Gauge, Histogram } from 'prom-client'
import { now } from '#lib/core/clock.ts'
import { metrics } from '#lib/core/metrics.ts'

const registers = [metrics()]

export const openSockets = new Gauge({ name: 'ngoma_sockets_open', help: 'Sockets open now', registers })
export const framesSent = new Counter({
  name: 'ngoma_frames_sent_total',
  help: 'Messages delivered',
  registers,
})
export const framesSkipped = new Counter({
  name: 'ngoma_frames_skipped_total',
  help: 'Messages that a slow reader did not get, since a newer one took their place',
  registers,
})
export const cutOffs = new Counter({
  name: 'ngoma_readers_cut_off_total',
  help: 'Readers dropped: slow, silent or flooding',
  labelNames: ['why'],
  registers,
})
for (const why of ['slow', 'silent', 'flood']) cutOffs.inc({ why }, 0)
const voteVisible = new Histogram({
  name: 'ngoma_vote_visible_seconds',
  help: "From a gift's payment until its votes are sent to the video's sockets. Each process observes each gift",
  buckets: [0.5, 1, 2, 3, 5, 10, 30, 60, 600],
  registers,
})

/** Observes the delay of gifts whose votes are sent now. @param waitsSince when each gift was paid, in ms */
export function noteVisible(waitsSince: readonly number[]): void {
  for (const since of waitsSince) voteVisible.observe(Math.max(0, now().getTime() - since) / 1_000)
}
