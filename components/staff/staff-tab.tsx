import { UserPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { HeadAction } from '#components/desk/head-action.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { useStaffColumns } from './staff-columns.tsx'
import {
  type ResetStep,
  turnOf,
  useRefreshStaff,
  useResetFactor,
  useStaff,
  useTurnStaff,
  useWithdrawInvitation,
} from './use-staff.ts'

export default function StaffTab() {
  const t = useTranslations('AdminStaff')
  const address = useTableAddress(['name'])
  const list = useStaff(address.page, address.search)
  const refresh = useRefreshStaff()
  const [isInviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<StaffMember | null>(null)
  const [withdrawn, setWithdrawn] = useState<StaffMember | null>(null)
  const [reset, setReset] = useState<{ member: StaffMember; step: ResetStep } | null>(null)
  const ownId = useSyncExternalStore(
    subscribeSession,
    () => readUser()?.id ?? '',
    () => '',
  )
  const columns = useStaffColumns({
    ownId,
    onTurn: setAsked,
    onReset: (member, step) => setReset({ member, step }),
    onWithdraw: setWithdrawn,
  })
  useLoadToast(list)
  return (
    <>
      <StaffList
        title={t('title')}
        note={t('note')}
        actions={
          <HeadAction
            tone="loud"
            icon={<UserPlus aria-hidden="true" className="size-4" />}
            onClick={() => setInviting(true)}
          >
            {t('invite')}
          </HeadAction>
        }
        caption={t('caption')}
        columns={columns}
        rowKey={({ id }) => id}
        list={list}
        address={address}
        pageSize={PAGE_SIZE}
        empty={t('empty')}
        failed={t('failed')}
        searchLabel={t('search')}
      />
      {isInviting ? (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={() => {
            refresh()
            setInviting(false)
          }}
        />
      ) : null}
      {asked ? <TurnDialog member={asked} onClose={() => setAsked(null)} /> : null}
      {withdrawn ? <WithdrawDialog member={withdrawn} onClose={() => setWithdrawn(null)} /> : null}
      {reset ? <ResetDialog {...reset} onClose={() => setReset(null)} /> : null}
    </>
  )
}

function WithdrawDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const t = useTranslations('AdminStaff')
  const { isBusy, problem, withdraw } = useWithdrawInvitation(onClose)
  return (
    <ConfirmDialog
      title={t('withdrawTitle', { name: member.username })}
      description={t('withdrawDetail')}
      confirm={t('withdraw')}
      tone="danger"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void withdraw(member)}
      onClose={onClose}
    />
  )
}

type ResetDialogProps = { member: StaffMember; step: ResetStep; onClose: () => void }

/** Warns before an authenticator app is reset: a stranger may pretend to be the member. */
function ResetDialog({ member, step, onClose }: ResetDialogProps) {
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

function TurnDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const t = useTranslations('AdminStaff')
  const { isBusy, problem, turn } = useTurnStaff(onClose)
  const { is_active: isActive, has_joined: hasJoined, role, username: name } = member
  const turned = turnOf(member)
  const onDetail = role === 'super_admin' ? 'turn.onAdminDetail' : 'turn.onDetail'
  const title = { deactivate: 'turn.offTitle', activate: 'turn.onTitle', letIn: 'turn.newTitle' } as const
  const detail = {
    deactivate: 'turn.offDetail',
    activate: hasJoined ? onDetail : 'turn.invitedDetail',
    letIn: 'turn.newDetail',
  } as const
  return (
    <ConfirmDialog
      title={t(title[turned], { name })}
      description={t(detail[turned], { role: t(`form.roles.${role}`) })}
      confirm={t(turned)}
      tone={isActive ? 'danger' : 'loud'}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void turn(member)}
      onClose={onClose}
    />
  )
}
