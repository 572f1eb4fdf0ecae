import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { FraudSignalDetail, SignalGift } from '#lib/contract/fraud/calls.ts'
import { rankingRows } from './signal-facts.tsx'
import { useActionLines } from './use-action-lines.ts'
import { useReviewName } from './use-review-name.ts'

/** The whole case as text. */
export function useCaseSummary(detail: FraudSignalDetail): string {
  const t = useTranslations('Signals')
  const formats = useFormats()
  const actionLines = useActionLines()
  const reviewName = useReviewName()
  const fact = (name: string, value: string) => `${name}: ${value}`
  const giftLine = (gift: SignalGift) =>
    [
      gift.receipt ?? t('evidence.unknown'),
      gift.paid_at ? formats.moment(gift.paid_at) : t('evidence.unknown'),
      gift.phone ? formatPhone(gift.phone) : t('evidence.unknown'),
      formats.shillings(gift.amount),
      t(`evidence.statuses.${gift.status}`),
    ].join(', ')
  const reviewed =
    detail.decided_by && detail.decided_at
      ? [
          fact(
            reviewName(detail.status),
            t('facts.decidedValue', { officer: detail.decided_by, time: formats.moment(detail.decided_at) }),
          ),
        ]
      : []
  return [
    t('caseTitle', { video: detail.video.title }),
    fact(t('facts.dancer'), detail.video.dancer),
    fact(t('kind'), t(`kinds.${detail.kind}`)),
    fact(t('columns.score'), t('score', { score: detail.score })),
    fact(t('facts.status'), t(`statuses.${detail.status}`)),
    fact(t('facts.found'), formats.moment(detail.created_at)),
    fact(
      t('facts.gifts'),
      t('facts.giftsValue', { gifts: detail.gifts, votes: formats.count(detail.votes) }),
    ),
    fact(t('facts.amount'), formats.shillings(detail.amount)),
    ...reviewed,
    ...(detail.note ? [fact(t('note.title'), detail.note)] : []),
    ...(detail.decided_with ? [fact(t('facts.decidedWith'), t(`kinds.${detail.decided_with.kind}`))] : []),
    '',
    t('ranking.title'),
    ...rankingRows.map((row) => fact(t(`ranking.${row}`), t('ranking.value', detail.ranking[row]))),
    ...detail.actions.flatMap((action) => {
      const { head, lines } = actionLines(action)
      return ['', head, ...lines]
    }),
    '',
    t('evidence.title'),
    ...detail.evidence.map(giftLine),
  ].join('\n')
}
