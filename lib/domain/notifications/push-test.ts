import { prisma } from '#lib/core/prisma.ts'
import { catalogues } from '#lib/domain/mail/render.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { removeDevice } from './devices.ts'
import { push } from './push.ts'
import { isPushOn } from './push-services.ts'

/** The worker's part of `requestTest`. It goes out at night as well: somebody looks at the device now. */
export async function pushTest({ deviceId, userId }: { deviceId: string; userId: string }): Promise<void> {
  const device = await prisma().pushSubscription.findUnique({ where: { id: deviceId, userId } })
  if (!device || !isPushOn()) return
  const { title, text } = catalogues[toMailLocale(device.locale)].frame.testPush
  const outcome = await push(device, { title, body: text, path: '/notifications?tab=choices', tag: 'test' })
  if (outcome === 'gone') await removeDevice(device.endpoint)
  if (outcome === 'later') throw new Error('the push service did not take the test')
}
