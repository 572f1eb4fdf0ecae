import { listen } from '#tests/integration/realtime/listener.ts'
import { votesOf } from './contest.ts'
import { intentOf, type Money, newPhone, orderGift, untilState } from './money.ts'
import { until } from './until.ts'

/**
 * Waits up to 30 seconds until a gift is prompted, paid and shown, which needs web, worker and realtime.
 * @param realtime port on which sockets open
 */
export async function untilProductWorks(money: Money, realtime: { readonly port: number }): Promise<void> {
  await until(
    'a gift is prompted, paid, counted and shown',
    async () => {
      const video = await money.video().catch(() => undefined)
      const answer = video && (await orderGift(video, newPhone()))
      if (!video || answer?.status !== 202) return false
      const id = String(answer.json.gift_id)
      if ((await intentOf(id)).state === 'rejected') return false
      const watcher = await listen(realtime.port, `/ws/votes/${video.id}/`)
      await untilState(id, 'credited')
      const count = await votesOf(video)
      await watcher.untilHeard('vote_update', ({ vote_count }) => vote_count === count)
      return true
    },
    30,
  )
}
