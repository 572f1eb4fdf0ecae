import { defineJob } from '#lib/core/queue.ts'

export const probePartsJob = defineJob({ queue: 'housekeeping', name: 'probe-parts', attempts: 1 })

export const watchAlertsJob = defineJob({ queue: 'housekeeping', name: 'watch-alerts', attempts: 1 })
