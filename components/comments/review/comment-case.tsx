import { useTranslations } from 'next-intl'
import { DecisionSheet } from '#components/review/decision-sheet.tsx'
import { Fact, Facts } from '#components/review/facts.tsx'
import { OpenVideo } from '#components/review/open-video.tsx'
import { useDecision } from '#components/review/use-decision.ts'
import { useDrafts } from '#components/review/use-drafts.ts'
import type { Queue } from '#components/review/use-queue.ts'
import { useSettled } from '#components/review/use-settled.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { api } from '#lib/client/http/api.ts'
import type { ReportedComment } from '#lib/contract/comments/calls.ts'
import { useRemoval } from './use-removal.ts'

type CommentCaseProps = { queue: Queue<ReportedComment>; item: ReportedComment }

export function CommentCase({ queue, item }: CommentCaseProps) {
  const t = useTranslations('Moderation')
  const formats = useFormats()
  const drafts = useDrafts(item.id)
  const removal = useRemoval()
  const isSettled = useSettled(item.id)
  const decision = useDecision({ id: item.id, failed: t('decision.failed'), onDecided: queue.advance })
  const path = { id: item.id }
  const isOpen = item.status === 'open'
  return (
    <DecisionSheet
      kind="comment"
      queue={queue}
      item={item}
      title={t('caseTitle', { author: item.author.display_name })}
      detail={item.video.title}
      decision={decision}
      actions={isOpen ? undefined : []}
      refusal={isOpen ? (item.author.id === queue.me ? t('decision.own') : null) : t('decision.decided')}
      isReady={isSettled && !queue.isSeeking}
      drafts={drafts}
      explained={{ reject: removal }}
      decide={(action) =>
        action === 'approve'
          ? api('POST /users/compliance/reported-comments/{id}/keep/', { path, body: { undoable: true } })
          : api('POST /users/compliance/reported-comments/{id}/remove/', {
              path,
              body: { reason: drafts.draft.reason.trim(), undoable: true },
            })
      }
      consequence={t('decision.consequence')}
      exhibitSize="short"
      exhibit={
        <blockquote className="px-4 py-6 text-lg overflow-hidden whitespace-pre-wrap wrap-anywhere lg:px-8 lg:py-10 lg:text-2xl">
          {item.text}
        </blockquote>
      }
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
    </DecisionSheet>
  )
}
