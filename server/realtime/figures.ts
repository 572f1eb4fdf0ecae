import { Counter, Gauge } from 'prom-client'
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
