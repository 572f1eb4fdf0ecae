import { useTranslations } from 'next-intl'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { breakingEmail } from '#components/ui/breaking-email.ts'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { type ResetStep, turnOf } from './use-staff.ts'

type StaffColumnsOptions = {
  ownId: string
  onTurn: (member: StaffMember) => void
  onReset: (member: StaffMember, step: ResetStep) => void
  onWithdraw: (member: StaffMember) => void
}

/** The viewer's own row has no buttons, so that nobody locks themselves out. */
export function useStaffColumns({
  ownId,
  onTurn,
  onReset,
  onWithdraw,
}: StaffColumnsOptions): StaffColumn<StaffMember, 'name'>[] {
  const t = useTranslations('AdminStaff')
  const formats = useFormats()
  return [
    {
      id: 'name',
      head: t('columns.name'),
      cell: (member) => (
        <>
          <span className="font-semibold wrap-anywhere">
            {`${member.first_name} ${member.last_name}`.trim() || member.username}
          </span>
          <span className="block text-sm text-soft wrap-anywhere">{breakingEmail(member.email)}</span>
          {member.invited_by ? (
            <span className="block text-sm text-soft wrap-anywhere">
              {t('invitedBy', { name: member.invited_by })}
            </span>
          ) : null}
          {member.is_inviter_gone ? (
            <span className="mt-1 block text-sm text-alarm">{t('inviterGone')}</span>
          ) : null}
          <WaitingReset member={member} />
          <span className="mt-1 block xl:hidden">
            <span className="md:hidden">
              <span className="block text-sm">{t(`roles.${member.role}`)}</span>
              <Status member={member} />
            </span>
            <span className="figures block text-sm text-soft">
              {t('onPhone', {
                reviews: formats.count(member.kyc_reviews_count),
                time: member.last_activity ? formats.moment(member.last_activity) : t('never'),
              })}
            </span>
          </span>
        </>
      ),
      width: 'w-3/5 md:w-auto',
    },
    {
      id: 'role',
      head: t('columns.role'),
      cell: ({ role }) => t(`roles.${role}`),
      notOnPhone: true,
      width: 'md:w-40',
    },
    {
      id: 'status',
      head: t('columns.status'),
      cell: (member) => <Status member={member} />,
      notOnPhone: true,
      width: 'md:w-36',
    },
    {
      id: 'reviews',
      head: t('columns.reviews'),
      cell: ({ kyc_reviews_count }) => <span className="figures">{formats.count(kyc_reviews_count)}</span>,
      align: 'end',
      notOnPhone: true,
      wideOnly: true,
      width: 'xl:w-28',
    },
    {
      id: 'activity',
      head: t('columns.activity'),
      cell: ({ last_activity }) => (
        <span className="figures text-sm">{last_activity ? formats.moment(last_activity) : t('never')}</span>
      ),
      align: 'end',
      notOnPhone: true,
      wideOnly: true,
      width: 'xl:w-44',
    },
    {
      id: 'action',
      head: t('columns.action'),
      cell: (member) =>
        member.id === ownId ? (
          <span className="inline-grid justify-items-end gap-2">
            <span className="text-sm text-soft">{t('you')}</span>
            {member.second_factor_reset ? <ResetActions member={member} onReset={onReset} /> : null}
          </span>
        ) : (
          <span className="inline-grid gap-2">
            <Button
              tone={member.is_active ? 'danger' : 'plain'}
              onClick={() => onTurn(member)}
              aria-label={t(`${turnOf(member)}Name`, { name: member.username })}
            >
              {t(turnOf(member))}
            </Button>
            {member.has_joined ? null : (
              <Button
                onClick={() => onWithdraw(member)}
                aria-label={t('withdrawName', { name: member.username })}
              >
                {t('withdraw')}
              </Button>
            )}
            <ResetActions member={member} onReset={onReset} />
          </span>
        ),
      align: 'end',
      width: 'w-2/5 md:w-52',
    },
  ]
}

function ResetActions({ member, onReset }: Pick<StaffColumnsOptions, 'onReset'> & { member: StaffMember }) {
  const t = useTranslations('AdminStaff')
  const waiting = member.second_factor_reset
  if (!waiting)
    return member.has_second_factor ? (
      <Button
        onClick={() => onReset(member, 'ask')}
        aria-label={t('resetFactorName', { name: member.username })}
      >
        {t('resetFactor')}
      </Button>
    ) : null
  return (
    <>
      {waiting.can_approve ? (
        <Button
          tone="danger"
          onClick={() => onReset(member, 'approve')}
          aria-label={t('approveResetName', { name: member.username })}
        >
          {t('approveReset')}
        </Button>
      ) : null}
      <Button
        onClick={() => onReset(member, 'reject')}
        aria-label={t('rejectResetName', { name: member.username })}
      >
        {t('rejectReset')}
      </Button>
    </>
  )
}

function WaitingReset({ member: { second_factor_reset: waiting } }: { member: StaffMember }) {
  const t = useTranslations('AdminStaff')
  const formats = useFormats()
  if (!waiting) return null
  return (
    <span className="mt-1 block text-sm text-alarm wrap-anywhere">
      <span>
        {t('resetWaits', { name: waiting.requested_by, time: formats.moment(waiting.requested_at) })}
      </span>
      {waiting.can_approve ? null : <span> {t(waiting.is_requester_gone ? 'resetGone' : 'resetOwn')}</span>}
    </span>
  )
}

function Status({ member }: { member: StaffMember }) {
  const t = useTranslations('AdminStaff')
  const status = statusOf(member)
  const look = { active: 'text-leaf', invited: 'text-soft', awaits: 'text-soft', inactive: 'text-alarm' }[
    status
  ]
  return (
    <>
      <span className={cn('text-sm font-semibold', look)}>{t(`status.${status}`)}</span>
      <span className="block text-sm text-soft">
        {t(member.has_second_factor ? 'factor.on' : 'factor.off')}
      </span>
    </>
  )
}

function statusOf({ is_active, has_joined, awaits_confirmation }: StaffMember) {
  if (awaits_confirmation) return 'awaits'
  if (!is_active) return 'inactive'
  return has_joined ? 'active' : 'invited'
}
