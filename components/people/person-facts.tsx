import { ExternalLink, Snowflake } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { breakingEmail } from '#components/ui/breaking-email.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { PersonView } from '#lib/contract/people/calls.ts'
import { isLocale } from '#messages/locales.ts'
import { RevocationNote } from './revocation-note.tsx'

type Of = { person: PersonView }

export function PersonFacts({ person }: Of) {
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <AccountCard person={person} />
      <IdentityCard person={person} />
      <WalletCard person={person} />
    </div>
  )
}

export function FactCard({
  title,
  facts,
  children,
}: {
  title: string
  facts: readonly (readonly [string, ReactNode])[]
  children?: ReactNode
}) {
  return (
    <div className="min-w-0 rounded-2xl border border-line bg-surface p-4">
      <h3 className="text-lg">{title}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) =>
          value === null || value === '' ? null : (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd className="figures text-end font-semibold wrap-anywhere">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {children}
    </div>
  )
}

function AccountCard({ person }: Of) {
  const t = useTranslations('People')
  const formats = useFormats()
  const phone = person.phone_number ? formatPhone(person.phone_number) : t('noPhone')
  const changed = person.phone_changed_at
  return (
    <FactCard
      title={t('account')}
      facts={[
        [t('username'), person.username],
        [
          t('email'),
          person.state === 'erased' ? null : (
            <>
              <span>{breakingEmail(person.email)}</span>
              <span className="block font-normal text-soft">
                {t(person.is_email_verified ? 'verified' : 'unverified')}
              </span>
            </>
          ),
        ],
        [
          t('phone'),
          <>
            <span>{phone}</span>
            {changed ? (
              <span className="block font-normal text-soft">
                {t('phoneChanged', { time: formats.moment(changed) })}
              </span>
            ) : null}
          </>,
        ],
        [t('joined'), formats.moment(person.created_at)],
        [t('active'), person.last_active_at ? formats.moment(person.last_active_at) : t('never')],
        [t('sessions'), formats.count(person.open_sessions)],
        [t('language'), t(`languages.${isLocale(person.locale) ? person.locale : 'en'}`)],
      ]}
    >
      {person.has_phone ? (
        <DeskLink
          href={`?${new URLSearchParams({ tab: 'users', payer: person.id })}`}
          className="mt-2 inline-flex items-center font-semibold underline underline-offset-4"
        >
          {t('payerPage')}
        </DeskLink>
      ) : null}
    </FactCard>
  )
}

function IdentityCard({ person }: Of) {
  const t = useTranslations('People')
  const users = useTranslations('AdminUsers.kyc')
  const formats = useFormats()
  const { kyc, kyc_status } = person
  if (!kyc || !kyc_status)
    return (
      <FactCard title={t('identity')} facts={[]}>
        <p className="text-soft">{t('noIdentity')}</p>
      </FactCard>
    )
  const decidedAt = kyc.revoked_at ?? kyc.reviewed_at
  return (
    <FactCard
      title={t('identity')}
      facts={[
        [t('kyc.state'), kyc.revoked_at ? t('kyc.revoked') : users(kyc_status)],
        [t('kyc.submitted'), kyc.submitted_at && formats.moment(kyc.submitted_at)],
        [t('kyc.reviewed'), decidedAt && formats.moment(decidedAt)],
        [t('kyc.reason'), kyc.rejection_reason],
      ]}
    >
      <Documents person={person} kyc={kyc} />
      {kyc.revocation ? <RevocationNote person={person} revocation={kyc.revocation} /> : null}
    </FactCard>
  )
}

type Kyc = NonNullable<PersonView['kyc']>

/** Each press creates a new link, which the audit log records as a view, and opens a window. */
function Documents({ person, kyc }: Of & { kyc: Kyc }) {
  const t = useTranslations('People.kyc')
  const names = useTranslations('Kyc.documents')
  const { send, isPending } = useSend({
    mutationFn: async (document_type: Kyc['documents'][number]['document_type']) => {
      // Opened before the answer, because browsers block a later window as a popup.
      const page = window.open('', '_blank')
      try {
        const path = { id: person.id, document_type }
        const { url } = await api('GET /users/compliance/kyc-submissions/{id}/documents/{document_type}/', {
          path,
        })
        if (page) {
          page.opener = null
          page.location.replace(url)
        } else window.location.assign(url)
      } catch (error) {
        page?.close()
        throw error
      }
    },
    onError: () => showToast({ title: t('failed'), tone: 'bad' }),
  })
  if (kyc.documents.length === 0) return <p className="mt-3 text-sm text-soft">{t('none')}</p>
  return (
    <div className="mt-3">
      <h4 className="text-sm text-soft">{t('documents')}</h4>
      <ul className="flex flex-wrap gap-x-1">
        {kyc.documents.map(({ document_type, problem }) => (
          <li key={document_type} className="-ms-2 flex flex-wrap items-center gap-x-1">
            <button
              type="button"
              disabled={!kyc.can_open}
              aria-busy={isPending}
              aria-label={t('open', { document: names(document_type) })}
              onClick={() => void send(document_type)}
              className="tap inline-flex items-center gap-1.5 rounded-full px-2 text-sm font-semibold underline underline-offset-4 hover:bg-sunken disabled:no-underline"
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              {names(document_type)}
            </button>
            {problem ? <span className="text-sm text-alarm">{t('problem')}</span> : null}
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">{t(kyc.can_open ? 'opens' : 'drafts')}</p>
    </div>
  )
}

function WalletCard({ person }: Of) {
  const t = useTranslations('People')
  const formats = useFormats()
  const { wallet, freeze } = person
  return (
    <FactCard
      title={t('wallet')}
      facts={
        wallet
          ? [
              [t('balance.available'), formats.shillings(wallet.balance)],
              [t('balance.held'), formats.shillings(wallet.held)],
              [t('balance.earned'), formats.shillings(wallet.total_earnings)],
              [t('balance.entries'), formats.count(wallet.transaction_count)],
            ]
          : []
      }
    >
      {wallet ? null : <p className="text-soft">{t('noWallet')}</p>}
      {freeze ? (
        <p className="mt-3 flex gap-2 rounded-xl bg-alarm-wash px-3 py-2 text-sm text-alarm">
          <Snowflake aria-hidden="true" className="size-5 shrink-0" />
          <span className="wrap-anywhere">
            {t('freezeNote', { time: formats.moment(freeze.at), reason: freeze.reason })}
          </span>
        </p>
      ) : null}
    </FactCard>
  )
}
