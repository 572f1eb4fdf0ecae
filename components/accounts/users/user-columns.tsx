import { useTranslations } from 'next-intl'
import { DeskLink } from '#components/desk/desk-link.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { breakingEmail } from '#components/ui/breaking-email.ts'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { UserItem } from '#lib/contract/accounts/user-list.ts'
import { turnOf } from './use-turned.ts'
import type { UserSort } from './use-users.ts'

/** On phones the first column contains the facts of all others. */
export function useUserColumns(onTurn: (user: UserItem) => void): StaffColumn<UserItem, UserSort>[] {
  const t = useTranslations('AdminUsers')
  const formats = useFormats()
  return [
    {
      id: 'user',
      head: t('columns.user'),
      cell: (user) => <Who user={user} />,
      // The other columns leave this one a quarter of a tablet.
      width: 'w-[55%] md:w-auto',
    },
    {
      id: 'role',
      head: t('columns.role'),
      notOnPhone: true,
      width: 'md:w-28 xl:w-31',
      cell: ({ role }) => t(`roles.${role}`),
    },
    {
      id: 'state',
      head: t('columns.state'),
      notOnPhone: true,
      width: 'md:w-36 xl:w-34',
      cell: (user) => (
        <>
          <State state={user.state} />
          {user.kyc_status ? (
            <span className="block text-sm text-soft">{t(`kyc.${user.kyc_status}`)}</span>
          ) : null}
          <RevocationMark user={user} />
        </>
      ),
    },
    {
      id: 'wallet',
      head: t('columns.wallet'),
      align: 'end',
      notOnPhone: true,
      width: 'md:w-36 xl:w-34',
      cell: (user) => <Wallet user={user} />,
    },
    {
      id: 'active',
      head: t('columns.active'),
      notOnPhone: true,
      wideOnly: true,
      align: 'end',
      width: 'xl:w-44',
      cell: ({ last_active_at, created_at }) => (
        <span className="figures text-sm">
          {last_active_at ? formats.moment(last_active_at) : t('never')}
          <span className="block text-soft">{t('joined', { day: formats.day(created_at) })}</span>
        </span>
      ),
    },
    {
      id: 'action',
      isFixed: true,
      head: t('columns.action'),
      align: 'end',
      width: 'w-[45%] md:w-38 xl:w-34',
      cell: (user) => <TurnButton user={user} onTurn={onTurn} />,
    },
  ]
}

/** One button for both actions, so that it keeps the focus after a change. */
function TurnButton({ user, onTurn }: { user: UserItem; onTurn: (user: UserItem) => void }) {
  const t = useTranslations('AdminUsers.turn')
  const turn = turnOf(user)
  if (!turn) return null
  return (
    <Button
      size="snug"
      tone={turn === 'deactivate' ? 'danger' : 'plain'}
      onClick={() => onTurn(user)}
      aria-label={t(`${turn}Name`, { name: user.username })}
    >
      {t(turn)}
    </Button>
  )
}

function Who({ user }: { user: UserItem }) {
  const t = useTranslations('AdminUsers')
  const name = user.display_name || user.username
  return (
    <>
      <span className="block wrap-anywhere lg:truncate">
        <DeskLink
          href={`?${new URLSearchParams({ tab: 'users', person: user.id })}`}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </DeskLink>
        {name === user.username ? null : (
          <span className="text-sm text-soft max-lg:block lg:ms-2">
            {t('username', { name: user.username })}
          </span>
        )}
      </span>
      <span className="figures block text-sm text-soft wrap-anywhere lg:truncate lg:[&_wbr]:hidden">
        {user.state === 'erased' ? null : <span className="max-lg:block">{breakingEmail(user.email)}</span>}
        {user.phone_number ? (
          <span className="max-lg:block lg:ms-2">{formatPhone(user.phone_number)}</span>
        ) : null}
      </span>
      <span className="mt-1 flex flex-wrap gap-x-3 text-sm md:hidden">
        <span>{t(`roles.${user.role}`)}</span>
        <State state={user.state} />
        <RevocationMark user={user} />
        <span className="w-full text-base">
          <Wallet user={user} />
        </span>
      </span>
    </>
  )
}

/** Another super admin decides on the person's page. */
function RevocationMark({ user }: { user: UserItem }) {
  const t = useTranslations('AdminUsers')
  if (!user.has_revocation) return null
  return (
    <span className="inline-block rounded-full bg-marigold-wash px-2 text-sm font-semibold">
      {t('revocation')}
    </span>
  )
}

function State({ state }: Pick<UserItem, 'state'>) {
  const t = useTranslations('AdminUsers')
  const look = { active: 'text-leaf', unverified: 'text-soft', inactive: 'text-alarm', erased: 'text-soft' }
  return <span className={cn('text-sm font-semibold', look[state])}>{t(`states.${state}`)}</span>
}

function Wallet({ user: { wallet_balance, wallet_held } }: { user: UserItem }) {
  const t = useTranslations('AdminUsers')
  const formats = useFormats()
  if (wallet_balance === null) return <span className="text-sm text-soft">{t('noWallet')}</span>
  return (
    <span className="figures">
      <span className="block font-semibold whitespace-nowrap">{formats.shillings(wallet_balance)}</span>
      {wallet_held ? (
        <span className="block text-sm text-soft">
          {t('held', { amount: formats.shillings(wallet_held) })}
        </span>
      ) : null}
    </span>
  )
}
