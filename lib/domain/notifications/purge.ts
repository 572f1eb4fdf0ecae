import { addSeconds } from '#lib/core/clock.ts'
import { prisma } from '#lib/core/prisma.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Days (docs/retention.md). */
const KEPT_DAYS = 90
const MAILS_KEPT_DAYS = 400
const CONFIRMED_WITHIN_DAYS = 3

export async function purgeNotifications(moment: Date): Promise<void> {
  const daysAgo = (days: number) => addSeconds(moment, -days * DAY_SECONDS)
  await prisma().notification.deleteMany({ where: { createdAt: { lt: daysAgo(KEPT_DAYS) } } })
  await prisma().sentMail.deleteMany({ where: { sentAt: { lt: daysAgo(MAILS_KEPT_DAYS) } } })
  await prisma().resultFollower.deleteMany({
    where: {
      OR: [
        { confirmedAt: null, createdAt: { lt: daysAgo(CONFIRMED_WITHIN_DAYS) } },
        // The result could not be sent since the month was closed.
        { challenge: { phase: 'closed', closedAt: { lt: daysAgo(CONFIRMED_WITHIN_DAYS) } } },
      ],
    },
  })
  await prisma().toldRank.deleteMany({ where: { challenge: { phase: 'closed' } } })
  await prisma().pushSubscription.deleteMany({
    where: { userId: null, follows: { none: {} }, createdAt: { lt: daysAgo(1) } },
  })
}
