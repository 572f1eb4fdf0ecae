import { useTranslations } from 'next-intl'
import { Fact, Facts } from '#components/review/facts.tsx'
import { OpenVideo } from '#components/review/open-video.tsx'
import { ReviewSheet } from '#components/review/review-sheet.tsx'
import type { CaseList } from '#components/review/use-case-list.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { ReportedComment } from '#lib/contract/comments/calls.ts'
import { CommentBar, RemovalReason, useCommentDecision } from './comment-decision.tsx'

type CommentCaseProps = { cases: CaseList<ReportedComment, ReportedComment['status']>; item: ReportedComment }

/** One reported comment, what people said of it, and the decision. */
export function CommentCase({ cases, item }: CommentCaseProps) {
  const t = useTranslations('Moderation')
  const formats = useFormats()
  const decision = useCommentDecision(cases, item)
  return (
    <ReviewSheet
      focusOn={item.id}
      title={t('caseTitle', { author: item.author.display_name })}
      detail={item.video.title}
      place={cases.place}
      onStep={cases.step}
      onClose={cases.close}
      exhibitSize="short"
      exhibit={
        <blockquote className="px-4 py-6 text-lg whitespace-pre-wrap wrap-anywhere lg:px-8 lg:py-10 lg:text-2xl">
          {item.text}
        </blockquote>
      }
      footer={<CommentBar decision={decision} />}
    >
      <section className="mb-5">
        <h3 className="mb-1 text-base">{t('reportsTitle', { count: item.reports.length })}</h3>
        <ul className="grid grid-cols-1 gap-2">
          {item.reports.map((report) => (
            <li key={report.reporter} className="rounded-2xl bg-sunken px-4 py-2.5">
              <p className="wrap-anywhere">{report.reason || t('noReason')}</p>
              <p className="figures text-sm text-soft">
                {t('reportedBy', { reporter: report.reporter, time: formats.moment(report.reported_at) })}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <RemovalReason decision={decision} />
      <Facts>
        <Fact name={t('facts.author')}>{item.author.username}</Fact>
        <Fact name={t('facts.written')} figures>
          {formats.moment(item.created_at)}
        </Fact>
        {item.decided_by && item.decided_at ? (
          <Fact
            name={t(`statuses.${item.status}`)}
            below={item.removal_reason ? <p className="text-sm">{item.removal_reason}</p> : null}
          >
            {t('facts.decidedValue', { officer: item.decided_by, time: formats.moment(item.decided_at) })}
          </Fact>
        ) : null}
      </Facts>
      <OpenVideo id={item.video.id}>{t('openVideo')}</OpenVideo>
    </ReviewSheet>
  )
}
