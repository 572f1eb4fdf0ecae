import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { MonthCard } from './month-card.tsx'

const RENEW_MS = 15_000

export default function MonthsTab() {
  const t = useTranslations('Months')
  const query = useQuery({
    ...apiQuery('GET /admin/challenges/'),
    refetchInterval: RENEW_MS,
  })
  return (
    <>
      <TabHead title={t('title')} note={t('note')} />
      <TabState query={query} failed={t('failed')}>
        {({ results: months }) =>
          months.length === 0 ? (
            <p className="mt-3 rounded-2xl border border-line bg-surface px-4 py-14 text-center">
              {t('none')}
            </p>
          ) : (
            <div className="mt-3 grid grid-cols-1 gap-5">
              {months.map((month) => (
                <MonthCard key={month.id} month={month} onMoved={query.refetch} />
              ))}
            </div>
          )
        }
      </TabState>
    </>
  )
}
