import { expect, test } from 'vitest'
import { newId } from '#lib/core/ids.ts'
import { queue } from '#lib/core/queue.ts'
import { sealAuditJob } from '#lib/domain/audit/jobs.ts'
import { makeBackupJob, verifyBackupJob } from '#lib/domain/backups/jobs.ts'
import { withBackupLock } from '#lib/domain/backups/lock.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'

test('backups that wait for another one keep no place from other work, and lose no try', async () => {
  const housekeeping = queue('housekeeping')
  const order = (name: string) => housekeeping.add(name, { backupId: newId() }, { attempts: 3 })
  await withBackupLock(async () => {
    const backups = await Promise.all(
      [verifyBackupJob, verifyBackupJob, verifyBackupJob, verifyBackupJob, makeBackupJob].map(({ name }) =>
        order(name),
      ),
    )
    const other = await housekeeping.add(sealAuditJob.name, {})
    const end = startConsumers()
    await until('the other job is done', () => other.isCompleted())
    for (const { id } of backups) {
      await until('the backup is put off', async () => (await housekeeping.getJob(id ?? ''))?.isDelayed())
      expect((await housekeeping.getJob(id ?? ''))?.attemptsMade).toBe(0)
    }
    await end()
    for (const job of backups) await job.remove()
  })
})
