'use client'

import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '#components/staff/confirm-dialog.tsx'
import type { StaffMember } from '#lib/contract/staff.ts'
import { useResetFactor } from './use-staff.ts'

/** Asks once more before somebody's authenticator app is forgotten: a voice on the phone may be a stranger's. */
export function ResetDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const t = useTranslations('AdminStaff')
  const { isBusy, problem, reset } = useResetFactor(onClose)
  return (
    <ConfirmDialog
      title={t('resetTitle', { name: member.username })}
      description={t('resetDetail')}
      confirm={t('resetFactor')}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void reset(member)}
      onClose={onClose}
    />
  )
}
