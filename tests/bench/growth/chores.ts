// Prints as JSON how many seconds the nightly work takes on the database of DATABASE_URL, which is changed: `chores.ts`.

import { addSeconds, setProcessClock } from '#lib/core/clock.ts'
import { runTransaction } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { patiently } from '#lib/core/patience.ts'
import { prisma } from '#lib/core/prisma.ts'
import { makeBackup } from '#lib/domain/backups/make.ts'
import { checkBooks } from '#lib/domain/books/check.ts'
import { closeMonth } from '#lib/domain/royalties/close-month.ts'
import { PRESENT } from './sizes.ts'

setProcessClock(() => addSeconds(PRESENT, performance.now() / 1000))
const { id, endsAt } = await prisma().challenge.findFirstOrThrow({ where: { phase: 'voting' } })
const checked = await seconds(async () => {
  const broken = await checkBooks()
  if (broken.length > 0) throw new Error(`The ledger does not balance:\n${broken.join('\n')}`)
})
const backedUp = await seconds(async () => {
  const backup = await prisma().backup.create({ data: { id: newId() } })
  await makeBackup(backup.id)
})
const closed = await seconds(() => runTransaction((on) => closeMonth(on, id, addSeconds(endsAt, 3_600))))
console.log(JSON.stringify({ checked, backedUp, closed }))
process.exit()

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await patiently(work)
  return (performance.now() - before) / 1000
}
