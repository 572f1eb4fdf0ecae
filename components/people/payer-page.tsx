import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { BackLink } from '#components/desk/back-link.tsx'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { readReceipt } from '#lib/client/gifts/receipt.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { PayerView } from '#lib/contract/people/calls.ts'
import { payerSections } from '#lib/contract/people/constants.ts'
import { readMobile } from '#lib/contract/phone.ts'
import { MoneyLines } from './money-lines.tsx'
import { FactCard } from './person-facts.tsx'
import { RecordList } from './record-list.tsx'

/** The phone need not belong to an account. The address names the phone or a payment. */
export function PayerPage({ payerKey }: { payerKey: string }) {
  const t = useTranslations('People')
  const query = useQuery(apiQuery('GET /admin/payers/{key}/', { path: { key: payerKey } }))
  const isGone = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  return (
    <>
      <BackLink href="?tab=users">{t('back')}</BackLink>
      <TabState query={query} failed={t(isGone ? 'payerGone' : 'failed')}>
        {(payer) => <Page payer={payer} />}
      </TabState>
    </>
  )
}

function Page({ payer }: { payer: PayerView }) {
  const t = useTranslations('People')
  const users = useTranslations('AdminUsers.roles')
  const formats = useFormats()
  const of = { payer: payer.key }
  const roleOf = (role: string) =>
    users(
      role === 'dancer' || role === 'copyright_owner' || role === 'super_admin' ? role : 'compliance_officer',
    )
  return (
    <article aria-labelledby="payer-name">
      <h2 id="payer-name" className="figures mt-1 text-2xl">
        {t('payer.title', { phone: formatPhone(payer.phone) })}
      </h2>
      <p className="mt-2">
        <DeskLink
          href={`?${new URLSearchParams({ tab: 'disputes', new: '1', ...disputeOf(payer.key) })}`}
          className="font-semibold underline underline-offset-4"
        >
          {t('openDispute')}
        </DeskLink>
      </p>
      {payer.is_partial ? <p className="mt-1 text-soft">{t('payer.partial')}</p> : null}
      <MoneyLines of={of} lines={payer.open_money} disputes={payer.open_disputes} available={null} />
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <FactCard
          title={t('payer.facts')}
          facts={[
            [t('payer.gifts'), formats.count(payer.gifts.count)],
            [t('payer.counted'), formats.shillings(payer.gifts.counted)],
            [t('payer.votes'), formats.count(payer.gifts.votes)],
            [t('payer.first'), payer.first_at && formats.moment(payer.first_at)],
            [t('payer.last'), payer.last_at && formats.moment(payer.last_at)],
          ]}
        />
        <FactCard title={t('payer.people')} facts={[]}>
          {payer.people.length === 0 ? (
            <p className="text-soft">{t('payer.noPeople')}</p>
          ) : (
            <ul>
              {payer.people.map(({ id, username, role }) => (
                <li key={id}>
                  <DeskLink
                    href={`?${new URLSearchParams({ tab: 'users', person: id })}`}
                    className="inline-flex items-center gap-2 font-semibold underline underline-offset-4"
                  >
                    {username}
                  </DeskLink>{' '}
                  <span className="text-soft">{roleOf(role)}</span>
                </li>
              ))}
            </ul>
          )}
        </FactCard>
      </div>
      <RecordList of={of} sections={payerSections} />
    </article>
  )
}

/** Fills in the form of a new dispute. */
function disputeOf(key: string): Record<string, string> {
  if (readMobile(key)) return { phone: key }
  const receipt = readReceipt(key)
  return receipt ? { receipt } : { payer: key }
}
