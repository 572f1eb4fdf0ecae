import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Delivers due notifications (`deliverDue`). The table is the queue, so a job may be lost. */
export const deliverNotificationsJob = defineJob({
  queue: 'mail',
  name: 'deliver-notifications',
  schema: z.object({ userIds: z.array(z.uuid()).optional() }),
  attempts: 1,
})

/** Scheduled, one run at a time: delivers notifications that were held at night or whose job was lost. */
export const deliverHeldJob = defineJob({ queue: 'housekeeping', name: 'deliver-held', attempts: 1 })

/** Sends the confirmation link. Contains no token: the link's token must not be in a queue. */
export const askFollowerJob = defineJob({
  queue: 'mail',
  name: 'ask-follower',
  schema: z.object({ followerId: z.uuid(), mailId: z.uuid() }),
  attempts: 14,
})

export const testPushJob = defineJob({
  queue: 'mail',
  name: 'test-push',
  schema: z.object({ deviceId: z.uuid(), userId: z.uuid() }),
  attempts: 2,
})

export const tellClosingJob = defineJob({ queue: 'housekeeping', name: 'tell-closing', attempts: 3 })

export const tellVotesJob = defineJob({ queue: 'housekeeping', name: 'tell-votes', attempts: 3 })

export const tellRanksJob = defineJob({ queue: 'housekeeping', name: 'tell-ranks', attempts: 3 })
