import { useTranslations } from 'next-intl'
import { BackLink } from '#components/desk/back-link.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { Fact, Facts } from '#components/review/facts.tsx'
import { CopyValue } from '#components/ui/copy-value.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { addressWith } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { ApiError } from '#lib/client/http/api.ts'
import type { DisputeDetail } from '#lib/contract/disputes/calls.ts'
import { DisputeActions } from './dispute-actions.tsx'
import { DisputeMark } from './dispute-mark.tsx'
import { DisputeNotes } from './dispute-notes.tsx'
import { DisputePayment } from './dispute-payment.tsx'
import { PaymentSteps } from './payment-steps.tsx'
import { useDispute } from './use-disputes.ts'

export function DisputeView({ id }: { id: string }) {
  const t = useTranslations('AdminDisputes')
  const query = useDispute(id)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <BackLink href={addressWith({ dispute: null })}>{t('back')}</BackLink>
      <TabState query={query} failed={t(isGone ? 'gone' : 'failed')}>
        {(found) => <Whole found={found} />}
      </TabState>
    </>
  )
}

function Whole({ found }: { found: DisputeDetail }) {
  const t = useTranslations('AdminDisputes')
  const dispute = useTranslations('Dispute')
  return (
    <article
      aria-labelledby="dispute-title"
      className="mt-3 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="min-w-0">
        <h2 id="dispute-title" className="text-2xl wrap-anywhere">
          <span>{unbroken(dispute(`kinds.${found.kind}`))}</span>{' '}
          <span className="figures text-soft">{found.reference}</span>
        </h2>
        <p className="mt-2 mb-4">
          <DisputeMark dispute={found} />
        </p>
        {found.text ? (
          <blockquote className="mb-4 rounded-2xl bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap">
            {found.text}
          </blockquote>
        ) : null}
        <Known found={found} />
        <section aria-labelledby="dispute-steps" className="mb-6">
          <h3 id="dispute-steps" className="text-lg">
            {t('stepsTitle')}
          </h3>
          {found.steps.length > 0 ? (
            <PaymentSteps steps={found.steps} words={(step) => t(`steps.${step}`)} />
          ) : (
            <p className="text-soft">{t('noSteps')}</p>
          )}
        </section>
        <DisputeNotes found={found} />
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <DisputeActions found={found} />
        <DisputePayment found={found} />
      </div>
    </article>
  )
}

function Known({ found }: { found: DisputeDetail }) {
  const t = useTranslations('AdminDisputes')
  const formats = useFormats()
  return (
    <>
      <Facts title={t('facts')}>
        <Fact name={t('fields.receipt')} figures>
          {found.receipt}
        </Fact>
        <Fact name={t('fields.phone')} figures>
          {found.phone && formatPhone(found.phone)}
        </Fact>
        <Fact name={t('fields.email')}>{found.email}</Fact>
        <Fact name={t('fields.origin')}>
          {found.opened_by ? t('origins.by', { name: found.opened_by }) : t(`origins.${found.origin}`)}
        </Fact>
        <Fact name={t('fields.opened')} figures>
          {formats.moment(found.created_at)}
        </Fact>
        <Fact name={t('fields.due')} figures>
          {formats.moment(found.due_at)}
        </Fact>
        {found.closed_at ? (
          <Fact name={t('fields.closed')} figures>
            {formats.moment(found.closed_at)}
          </Fact>
        ) : null}
      </Facts>
      <dl className="mb-6">
        <CopyValue label={t('link')} value={found.link} words={{ copy: t('copy'), copied: t('copied') }} />
      </dl>
    </>
  )
}
