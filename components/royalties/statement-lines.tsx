import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import type { RunningStatement } from '#lib/contract/royalties/calls.ts'

type Counted = Pick<RunningStatement, 'videos' | 'royalty' | 'votes' | 'vote_earnings'>

const number =
  'figures py-2 ps-2 sm:ps-3 text-sm sm:text-base text-end whitespace-nowrap max-[15rem]:whitespace-normal'
/** Phones have three columns, with the counts below the amounts. */
const onDesks = 'hidden sm:table-cell'
const onPhones = 'block text-sm font-normal text-soft sm:hidden'

export function StatementLines({ statement }: { statement: RunningStatement }) {
  const t = useTranslations('Statements')
  const monthTitle = useMonthTitle()
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('caption', { month: monthTitle(statement.challenge_title) })}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-soft">
          <th scope="col" className="py-2 text-start font-semibold">
            {t('track')}
          </th>
          <th scope="col" className={cn(number, onDesks, 'font-semibold')}>
            {t('videos')}
          </th>
          <th scope="col" className={cn(number, 'font-semibold')}>
            {t('royalty')}
          </th>
          <th scope="col" className={cn(number, onDesks, 'font-semibold')}>
            {t('votes')}
          </th>
          <th scope="col" className={cn(number, 'font-semibold')}>
            {t('earned')}
          </th>
        </tr>
      </thead>
      <tbody>
        {statement.lines.map((line) => (
          <tr key={line.track_id} className="border-b border-line align-top">
            <th scope="row" className="py-2 pe-2 max-[22rem]:pe-0 text-start font-semibold wrap-anywhere">
              {line.track_title}
            </th>
            <Numbers counted={line} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="align-top font-bold">
          <th scope="row" className="py-2 text-start">
            {t('total')}
          </th>
          <Numbers counted={statement} />
        </tr>
      </tfoot>
    </table>
  )
}

function Numbers({ counted }: { counted: Counted }) {
  const t = useTranslations('Statements')
  const formats = useFormats()
  const { videos, royalty, votes, vote_earnings } = counted
  return (
    <>
      <td className={cn(number, onDesks)}>{formats.count(videos)}</td>
      <td className={number}>
        {formats.shillings(royalty)}
        <span className={onPhones}>{t('videosOf', { count: videos, shown: formats.count(videos) })}</span>
      </td>
      <td className={cn(number, onDesks)}>{formats.count(votes)}</td>
      <td className={number}>
        {formats.shillings(vote_earnings)}
        <span className={onPhones}>{t('votesOf', { count: votes, shown: formats.count(votes) })}</span>
      </td>
    </>
  )
}
