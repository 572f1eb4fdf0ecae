import { useTranslations } from 'next-intl'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { statementCsv, statementFileName } from '#lib/client/royalties/statement-csv.ts'
import type { RoyaltyStatement } from '#lib/contract/royalties/calls.ts'

export function useStatementFile(statement: RoyaltyStatement): { name: string; csv: () => string } {
  const t = useTranslations('Statements')
  const title = useMonthTitle()(statement.challenge_title)
  return {
    name: statementFileName(t('csv.statement'), title),
    csv: () =>
      statementCsv(statement, {
        title,
        month: t('csv.month'),
        closedOn: t('csv.closedOn'),
        track: t('csv.track'),
        videos: t('csv.videos'),
        allVideos: t('csv.allVideos'),
        pool: t('csv.pool'),
        royalty: t('csv.royalty'),
        tax: t('csv.tax'),
        votes: t('csv.votes'),
        voteEarnings: t('csv.voteEarnings'),
        total: t('csv.total'),
      }),
  }
}
