'use client'

import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import type { ResetStep } from '#lib/client/overview/admin-api.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { useResetFactor } from './use-staff.ts'

type ResetDialogProps = { member: StaffMember; step: ResetStep; onClose: () => void }

/** Asks once more before somebody's authenticator app is forgotten: a voice on the phone may be a stranger's. */
export function ResetDialog({ member, step, onClose }: ResetDialogProps) {
  const t = useTranslations('AdminStaff')
  const { isBusy, problem, take } = useResetFactor(onClose)
  const asker = member.second_factor_reset?.requested_by ?? ''
  const words = {
    ask: { title: 'resetTitle', detail: 'resetDetail', confirm: 'resetAsk' },
    approve: { title: 'resetTitle', detail: 'approveDetail', confirm: 'approveReset' },
    reject: { title: 'rejectTitle', detail: 'rejectDetail', confirm: 'rejectReset' },
  } as const
  const { title, detail, confirm } = words[step]
  return (
    <ConfirmDialog
      title={t(title, { name: member.username })}
      description={t(detail, { name: asker })}
      confirm={t(confirm)}
      tone={step === 'reject' ? 'plain' : 'danger'}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void take(member, step)}
      onClose={onClose}
    >
      {step === 'ask' ? <p className="text-sm text-soft wrap-anywhere">{t('resetAlone')}</p> : null}
    </ConfirmDialog>
  )
}
