import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Mail and push what is due to these people, or to everybody (`deliverDue`). The table is the queue: it may be lost. */
export const deliverNotificationsJob = defineJob({
  queue: 'mail',
  name: 'deliver-notifications',
  schema: z.object({ userIds: z.array(z.uuid()).optional() }),
  attempts: 1,
})

/** The same by the clock, one run at a time, for what was held or lost. */
export const deliverHeldJob = defineJob({ queue: 'housekeeping', name: 'deliver-held', attempts: 1 })

/** Mail the link that confirms a voter's address (`askFollower`). The link's token is in no queue. */
export const askFollowerJob = defineJob({
  queue: 'mail',
  name: 'ask-follower',
  schema: z.object({ followerId: z.uuid(), mailId: z.uuid() }),
  attempts: 14,
})

/** Push a test to a device whose owner waits for it. */
export const testPushJob = defineJob({
  queue: 'mail',
  name: 'test-push',
  schema: z.object({ deviceId: z.uuid(), userId: z.uuid() }),
  attempts: 2,
})

/** Tell dancers that tomorrow is the last day, and who lacks a video (`tellClosing`). */
export const tellClosingJob = defineJob({ queue: 'housekeeping', name: 'tell-closing', attempts: 3 })

/** Tell dancers how many votes came in yesterday (`tellVotes`). */
export const tellVotesJob = defineJob({ queue: 'housekeeping', name: 'tell-votes', attempts: 3 })

/** Tell dancers who have moved in the top twenty (`tellRanks`). */
export const tellRanksJob = defineJob({ queue: 'housekeeping', name: 'tell-ranks', attempts: 3 })
