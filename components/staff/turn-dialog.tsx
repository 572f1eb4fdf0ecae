'use client'

import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { useTurnStaff } from './use-staff.ts'

/** Asks once more before somebody is signed out for good, or let in again. */
export function TurnDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const t = useTranslations('AdminStaff')
  const { isBusy, problem, turn } = useTurnStaff(onClose)
  const { is_active: isActive, username: name } = member
  return (
    <ConfirmDialog
      title={t(isActive ? 'turn.offTitle' : 'turn.onTitle', { name })}
      description={t(isActive ? 'turn.offDetail' : 'turn.onDetail')}
      confirm={t(isActive ? 'deactivate' : 'activate')}
      tone={isActive ? 'danger' : 'loud'}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void turn(member)}
      onClose={onClose}
    />
  )
}
